package fault

// Exit gives the exit code of a command that ends with a fault of this kind.
// 0 is success and 3 ("not running") belongs to the command line alone.
func Exit(kind Kind) int {
	switch kind {
	case Invalid, TooLarge:
		return 2
	case NotFound:
		return 4
	case Denied:
		return 5
	case Conflict:
		return 6
	case Unavailable, Timeout, Cancelled, Exhausted:
		return 7
	case Corrupt, Internal:
		return 1
	}
	return 1
}

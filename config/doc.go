// Package config reads the daemon's settings, and knows where each comes from.
//
// # Layers
//
// Each overrides the one before:
//
//	defaults      Default, with the paths of the host
//	file          TOML: --config, else NAVD_CONFIG, else DefaultFile
//	environment   NAVD_ variables
//	flags         Options.Flags, by dotted key
//
// One table (table.go) has every key: its name, a sentence, the allowed values, and whether
// a reload applies it. [Keys] lists it, [Sample] makes a file of it, and the tests compare
// it with the [Config] struct.
//
// # Names and values
//
// The key nav.forward_m is forward_m under [nav] in the file, NAVD_NAV_FORWARD_M
// in the environment and the flag nav-forward-m. socket.path has the short names
// NAVD_SOCKET and --socket. Lists in the environment and in flags are separated
// by commas, so an image root with a comma in its name must be set in the file.
// An empty variable counts as not set; an empty flag is an empty value.
//
// Relative paths in the file are relative to the file's directory, in the
// environment and in flags to the working directory. "~" is refused, because it
// would mean a directory of that name.
//
// A file named by a flag or a variable must exist; the default one may be
// missing. A named file that sets nothing is accepted, and [Loaded] has a remark
// about it. Unknown keys and unknown NAVD_ variables are refused, with the name
// that was probably meant. NAVD_CONFIG, the Python client's NAVD_STRICT, NAVD_RUN
// and NAVD_DEADLINE_MS, and NAVD_TEST_… are accepted and set no key.
//
// # Paths
//
// The user's paths are used even for root; system paths only with --system:
//
//	         user                                              system
//	data     $XDG_DATA_HOME/navd, ~/.local/share/navd          /var/lib/navd
//	         (macOS: ~/Library/Application Support/navd)
//	config   $XDG_CONFIG_HOME/navd/navd.toml,                  /etc/navd/navd.toml
//	         ~/.config/navd/navd.toml
//	socket   $XDG_RUNTIME_DIR/navd/navd.sock,                  /run/navd/navd.sock
//	         ${TMPDIR:-/tmp}/navd-<uid>/navd.sock              (macOS: /var/run/…)
//
// A socket path holds at most 107 bytes on Linux and 103 elsewhere; a longer
// one is refused with its length.
//
// # What is checked
//
// Every value of every layer must be in its range. A setting that a call can override
// has its range in package limits. NaN and infinities are in no range. Then the values
// must fit together:
//
//   - an image of images.max_bytes, as base64 and with 64 KiB of request around
//     it, fits socket.max_line_bytes
//   - socket.path, data_dir and log.file are three different paths
//   - chains name providers that there are: Google's two, openai, and the servers of
//     models.servers, whichever layers set them
//
// [Load] reports all problems at once, as [Problems]: each is a fault with the
// dotted key as Field, and the Hint says where it was set. Only [Loaded.Check]
// looks at directories.
//
// # Reload
//
// [Loaded.Reload] reads everything again. Keys marked Live take effect; the others
// keep their value until a restart, and the list of changes says so. The keys of a
// condition on several keys are all live or all not, so the values in use were
// always checked together.
package config

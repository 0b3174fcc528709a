package event

import (
	"time"
)

// Logged is one event of any episode, in the order of its cursor.
type Logged struct {
	Episode string    `json:"episode"`
	Time    time.Time `json:"time"`
	Event   Event     `json:"event"`
}

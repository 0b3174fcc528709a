// Command reference writes ipc/reference.md, the manual of the socket that `navd
// api` prints. It takes the methods and their types from the list that the server
// serves, and the words from the doc comments of the source. Where a comment is
// missing it says so and writes nothing.
//
//	go generate ./ipc
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"navd/daemon"
	"navd/ipc/server"
)

func main() {
	root := flag.String("root", ".", "directory of the module")
	flag.Parse()
	if err := write(*root); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write writes the reference of the module in a directory.
func write(root string) error {
	text, err := manual(os.DirFS(root), server.Methods(&daemon.Daemon{}))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "ipc", "reference.md"), []byte(text), 0o644)
}

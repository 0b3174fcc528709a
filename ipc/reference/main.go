// Command reference writes ipc/reference.md, the manual of the socket that `navd api`
// prints, and reference.md.gz, which is embedded in the program. The methods and types come
// from the server's list of methods, the texts from the doc comments of the source. It fails
// when a comment is missing.
//
//	go generate ./ipc
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
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
	file := filepath.Join(root, "ipc", "reference.md")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return err
	}
	var packed bytes.Buffer
	out, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	_, err = out.Write([]byte(text))
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	return os.WriteFile(file+".gz", packed.Bytes(), 0o644)
}

// Command bom prints what a Go program was built from, as a bill of materials in
// CycloneDX 1.6: each module with its version, from the build information in the program.
//
//	go run ./cmd/bom --version 0.1.0 --time 2026-11-25T02:13:00Z PROGRAM
//
// The same program gives the same bytes.
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bom:", err)
		os.Exit(1)
	}
}

// bill is the part of CycloneDX that bom writes.
type bill struct {
	BomFormat   string      `json:"bomFormat"`
	SpecVersion string      `json:"specVersion"`
	Version     int         `json:"version"`
	Metadata    metadata    `json:"metadata"`
	Components  []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp,omitempty"`
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Name       string     `json:"name"`
	Version    string     `json:"version,omitempty"`
	PURL       string     `json:"purl,omitempty"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type hash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// run reads a program and prints its bill.
func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("bom", flag.ContinueOnError)
	version := flags.String("version", "", "version of the program")
	when := flags.String("time", "", "time of the build, RFC 3339")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return fmt.Errorf("name one program, given %d", flags.NArg())
	}
	program := flags.Arg(0)
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	bytes, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(bytes)
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	b := billOf(info)
	b.Metadata.Timestamp, b.Metadata.Component.Version = *when, *version
	b.Metadata.Component.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum[:])}}
	return e.Encode(b)
}

// billOf lists the modules of a program, the standard library first.
func billOf(info *debug.BuildInfo) bill {
	b := bill{BomFormat: "CycloneDX", SpecVersion: "1.6", Version: 1, Metadata: metadata{Component: component{Type: "application", Name: info.Main.Path}}}
	for _, s := range info.Settings {
		b.Metadata.Component.Properties = append(b.Metadata.Component.Properties, property{"go:" + s.Key, s.Value})
	}
	b.Components = append(b.Components, component{Type: "library", Name: "std", Version: info.GoVersion, PURL: "pkg:golang/std@" + info.GoVersion})
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		b.Components = append(b.Components, component{
			Type: "library", Name: m.Path, Version: m.Version, PURL: "pkg:golang/" + m.Path + "@" + m.Version,
			Properties: []property{{"go:sum", m.Sum}},
		})
	}
	return b
}

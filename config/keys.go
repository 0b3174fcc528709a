package config

import (
	"cmp"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"navd/daemon/fault"
)

// KeyInfo documents one key, for `navd config`, the sample file and the manual.
type KeyInfo struct {
	Key     string // dotted, as in the file: nav.forward_m
	Type    string // text, number, integer, true or false, or a list of these
	Range   string // allowed values: 0.01..10 m, or names; empty: any of the type
	Default string // as a TOML literal
	Env     string // environment variable: NAVD_NAV_FORWARD_M
	Flag    string // name of the flag without leading dashes: nav-forward-m
	Live    bool   // a reload applies it; otherwise it needs a restart
	Doc     string // what it is, in a sentence
}

// Keys documents every key, in the order of the sample file.
func Keys() []KeyInfo {
	def := Default()
	var infos []KeyInfo
	for _, k := range table() {
		infos = append(infos, k.info(&def))
	}
	return infos
}

// key is one row of the table: a dotted name, whose parts are the toml tags that lead to its
// field, a sentence, the allowed values, and whether a reload applies it.
type key struct {
	name string
	doc  string
	rule rule
	live bool
}

func (k key) info(def *Config) KeyInfo {
	return KeyInfo{
		Key: k.name, Type: k.typeName(), Range: k.rule.span(), Default: literal(k.in(def)),
		Env: k.env(), Flag: k.flag(), Live: k.live, Doc: k.doc,
	}
}

// Shaping gives the settings by which robots decide and that are not the defaults, as TOML
// literals by key. Paths, addresses and what only concerns the host are not among them.
func (c *Config) Shaping() map[string]string {
	def, set := Default(), map[string]string{}
	for _, k := range table() {
		v := literal(k.in(c))
		if !k.shapes() || v == literal(k.in(&def)) {
			continue
		}
		if strings.HasSuffix(k.name, ".model") || strings.HasSuffix(k.name, ".chain") {
			v = folders.ReplaceAllString(v, "")
		}
		set[k.name] = v
	}
	return set
}

// folders are the parts of a model's name that say where on a host or in whose project it is.
var folders = regexp.MustCompile(`[^",\s\[\]:]*/`)

// shapes reports whether robots decide by a key.
func (k key) shapes() bool {
	section, name, _ := strings.Cut(k.name, ".")
	switch section {
	case "nav":
		return name != "live_episodes"
	case "models":
		return strings.HasSuffix(name, ".model")
	case "planner", "grounding", "episodic", "knowledge", "lats", "house", "scene", "images":
		return !k.rule.path
	}
	return false
}

// in is the key's field in a configuration.
func (k key) in(c *Config) reflect.Value {
	f := reflect.ValueOf(c).Elem()
	for tag := range strings.SplitSeq(k.name, ".") {
		f = fieldOf(f, tag)
	}
	return f
}

// fieldOf is the field of a struct, or of one embedded in it, that has a tag.
func fieldOf(in reflect.Value, tag string) (f reflect.Value) {
	for i := 0; i < in.NumField() && !f.IsValid(); i++ {
		switch field := in.Type().Field(i); {
		case field.Tag.Get("toml") == tag:
			f = in.Field(i)
		case field.Anonymous:
			f = fieldOf(in.Field(i), tag)
		}
	}
	return f
}

// typeName is the type name of the field, with "path" for a text that is a path.
func (k key) typeName() string {
	name := typeName(k.in(new(Config)).Type())
	if k.rule.path {
		return strings.Replace(name, "text", "path", 1)
	}
	return name
}

// env names the key's variable. The socket's path has a short one.
func (k key) env() string {
	if k.name == "socket.path" {
		return "NAVD_SOCKET"
	}
	return envName(k.name)
}

func (k key) flag() string {
	if k.name == "socket.path" {
		return "socket"
	}
	return strings.NewReplacer(".", "-", "_", "-").Replace(k.name)
}

// envName is the variable of a dotted key by the general rule.
func envName(key string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// put stores v in the key's field of c. Relative paths are relative to dir.
func (k key) put(c *Config, v any, dir string) *offence {
	f := k.in(c)
	if bad := store(f, v); bad != nil {
		return bad
	}
	if bad := k.rule.check(f); bad != nil {
		return bad
	}
	if k.rule.path {
		resolve(f, dir)
		return k.rule.check(f) // two spellings may be the same path
	}
	return nil
}

// resolve makes the paths of a field absolute and clean. An empty one stays.
func resolve(f reflect.Value, dir string) {
	if f.Kind() == reflect.String {
		f.SetString(absolute(f.String(), dir))
		return
	}
	for i := range f.Len() {
		resolve(f.Index(i), dir)
	}
}

func absolute(path, dir string) string {
	if path == "" {
		return ""
	}
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// fault makes the fault for an offence, worded as for the parameters of a call.
func (k key) fault(bad *offence) *fault.Error {
	f := k.rule.Refuse("").About(k.name, bad.given)
	f.Message, f.Allowed = cmp.Or(bad.misfit, f.Message), k.allowed(bad)
	if bad.misfit == tooLong {
		f.Given = strconv.Itoa(reflect.ValueOf(bad.given).Len()) + " elements"
	}
	if bad.index != whole {
		f.Field += "[" + strconv.Itoa(bad.index) + "]"
	}
	switch given := bad.given.(type) {
	case string:
		if words := strings.Fields(given); k.rule.secret && len(words) > 3 {
			f.Given = fault.Show(strings.Join(words[:3], " ") + " …")
		}
	case map[string]any, []map[string]any:
		f.Given = "a table"
	}
	return f
}

// allowed says in one phrase what the key takes.
func (k key) allowed(bad *offence) string {
	kind := k.typeName()
	list := strings.HasPrefix(kind, "list")
	switch {
	case bad.misfit == tooLong:
		return "at most " + strconv.Itoa(k.rule.Most()) + " elements"
	case k.rule.Named() && list && bad.index == whole:
		return "array of " + k.rule.String()
	case k.rule.chain != nil && bad.misfit == "":
		return k.rule.words
	case k.rule.Named(), k.rule.Ranged() && !list && bad.misfit == "":
		return k.rule.String()
	case k.rule.Ranged() && !list:
		return k.rule.Of(kind)
	case kind == "true or false":
		return kind
	case kind == "text":
		return "text on one line"
	}
	phrase := "a " + kind
	if span := k.rule.span(); span != "" {
		phrase += ", " + span
	}
	if list && k.rule.chain == nil {
		phrase += ", each once"
	}
	if k.rule.path {
		phrase += " (~ is not expanded)"
	}
	return phrase
}

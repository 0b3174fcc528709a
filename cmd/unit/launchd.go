package unit

import (
	"fmt"
	"path"
	"strings"
)

// Launchd writes the property list. launchd restarts a daemon that ended with an error; it
// has no watchdog and hides no files. A service that [Service.Check] refuses is an Invalid
// fault.
func (s Service) Launchd() (string, error) {
	if err := s.Check(); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key>
	<string>` + Name + `</string>
	<key>ProgramArguments</key>
	<array>
`)
	for _, arg := range append([]string{s.Binary}, s.Args...) {
		fmt.Fprintf(&b, "\t\t<string>%s</string>\n", inXML(arg))
	}
	b.WriteString("\t</array>\n")
	if len(s.Env) > 0 {
		b.WriteString("\t<key>EnvironmentVariables</key>\n\t<dict>\n")
		for _, v := range s.Env {
			name, value, _ := strings.Cut(v, "=")
			fmt.Fprintf(&b, "\t\t<key>%s</key>\n\t\t<string>%s</string>\n", inXML(name), inXML(value))
		}
		b.WriteString("\t</dict>\n")
	}
	for _, e := range []struct{ key, value string }{{"UserName", s.User}, {"StandardOutPath", s.Log}, {"StandardErrorPath", s.Log}} {
		if e.value != "" {
			fmt.Fprintf(&b, "\t<key>%s</key>\n\t<string>%s</string>\n", e.key, inXML(e.value))
		}
	}
	b.WriteString(`	<key>RunAtLoad</key>
	<true/>
	<key>KeepAlive</key>
	<dict>
		<key>SuccessfulExit</key>
		<false/>
	</dict>
	<key>ThrottleInterval</key>
	<integer>10</integer>
	<key>ExitTimeOut</key>
	<integer>20</integer>
	<key>ProcessType</key>
	<string>Interactive</string>
	<key>Umask</key>
	<integer>63</integer>
	<key>SoftResourceLimits</key>
	<dict>
		<key>NumberOfFiles</key>
		<integer>65536</integer>
	</dict>
</dict>
</plist>
`)
	return b.String(), nil
}

// LaunchdPath is where a property list is installed; home is the user's home directory.
func LaunchdPath(system bool, home string) string {
	if system {
		return "/Library/LaunchDaemons/" + Name + ".plist"
	}
	return path.Join(home, "Library/LaunchAgents", Name+".plist")
}

// inXML escapes a text for an element.
func inXML(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

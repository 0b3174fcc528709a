package daemon

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"navd/daemon/fault"
	"navd/ipc"
)

// noHouseName reports whether no house's name can have a character.
func noHouseName(r rune) bool { return unicode.IsControl(r) || strings.ContainsRune(`/\:*?"<>|`, r) }

// checkHouseName refuses a name that no house can have: exported files are named by it.
func checkHouseName(field, id string) error {
	if id == "" || strings.ContainsFunc(id, noHouseName) || strings.Trim(id, ". ") != id {
		return badParams(fault.Field(field, id, `a name without / \ : * ? " < > | and control characters, that does not begin or end with a dot or a space`).
			WithHint("house.list shows the names that there are"))
	}
	return nil
}

// mostHouseName is how many characters the name of a house has at most.
const mostHouseName = 200

// houseOf names the house of a scene: like the scene or, where that is not a valid name, as
// with Habitat's paths, by the last part of the path and a hash of the whole. A path with a
// part of dots alone stays as it is, and is not a valid name.
func houseOf(scene string) string {
	dots := func(part string) bool { return part != "" && strings.Trim(part, ".") == "" }
	if scene == "" || slices.ContainsFunc(strings.FieldsFunc(scene, isSlash), dots) || checkHouseName("", scene) == nil && utf8.RuneCountInString(scene) <= mostHouseName {
		return scene
	}
	part := scene[strings.LastIndexFunc(scene, isSlash)+1:]
	part = strings.Map(func(r rune) rune {
		if noHouseName(r) {
			return '_'
		}
		return r
	}, part)
	letters := []rune(strings.Trim(part, ". -"))
	sum := sha256.Sum256([]byte(scene))
	return strings.TrimPrefix(string(letters[:min(len(letters), mostHouseName/2)])+fmt.Sprintf("-%x", sum[:4]), "-")
}

func isSlash(r rune) bool { return r == '/' || r == '\\' }

// sceneOf gives the scene of an episode that begins: the one it names, else its house, so
// that what is said in a house does not hold in others.
func sceneOf(p ipc.BeginParams) string {
	if p.SceneID == "" && p.House != nil && wantsHouse(p, p.House) {
		return p.House.ID
	}
	return p.SceneID
}

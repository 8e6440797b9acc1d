package behaviors

import (
	"fmt"
	"path"
	"strings"
)

// MaxName bounds the length of the name of a behavior or a tree, in bytes.
const MaxName = 200

// CheckName returns an error if name is not a valid name of a behavior or a tree. A valid name consists of parts of
// letters, digits and underscores, joined by dots. No part begins with a digit, and the name is not the name of a
// node kind. The error describes the problem and the remedy; it has no position.
func CheckName(name string) error {
	switch {
	case name == "":
		return fmt.Errorf("empty name")
	case len(name) > MaxName:
		return fmt.Errorf("name of %d characters; at most %d are allowed", len(name), MaxName)
	case KindNamed(name) != nil:
		return fmt.Errorf("%q is the name of a node kind; choose another name", name)
	}
	for part := range strings.SplitSeq(name, ".") {
		if err := checkPart(name, part); err != nil {
			return err
		}
	}
	return nil
}

func checkPart(name, part string) error {
	if part == "" {
		return fmt.Errorf("name %q has an empty part", name)
	}
	if c := part[0]; c >= '0' && c <= '9' {
		return fmt.Errorf("name %q: %q begins with a digit; begin with a letter or _", name, part)
	}
	for _, r := range part {
		if r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return fmt.Errorf("name %q has the character %q; use letters, digits and _", name, r)
		}
	}
	return nil
}

// NameOfFile returns the behavior name for a script with a slash-separated path below the script root:
// combat/melee.lua gives combat.melee.
func NameOfFile(file string) string {
	return strings.ReplaceAll(strings.TrimSuffix(file, path.Ext(file)), "/", ".")
}

package behaviors

import (
	"path"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/internal/ident"
	"github.com/bough-dev/bough/internal/message"
)

// MaxName bounds the length of the name of a behavior or a tree, in bytes.
const MaxName = 200

// CheckName returns an error if name is not a valid name of a behavior or a tree. A valid name consists of parts of
// letters, digits and underscores, joined by dots, in composed form (NFC). No part begins with a digit, and the name is not the name of a
// node kind. The error is diag.Words.
func CheckName(name string) error {
	switch {
	case name == "":
		return message.EmptyName()
	case len(name) > MaxName:
		return message.NameTooLong(len(name), MaxName)
	case KindNamed(name) != nil:
		return message.NameOfKind(name)
	}
	if composed := ident.Composed(name); composed != name {
		return message.NameNotComposed(name, composed)
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
		return message.EmptyNamePart(name)
	}
	if c := part[0]; c >= '0' && c <= '9' {
		return message.NamePartWithDigit(name, part)
	}
	for i, r := range part {
		if ident.IsWide(r) || !ident.In(r, i == 0) {
			return message.CharacterInName(strconv.QuoteRune(r), name)
		}
	}
	return nil
}

// NameOfFile returns the behavior name for a script with a slash-separated path below the script root:
// combat/melee.lua gives combat.melee.
func NameOfFile(file string) string {
	return strings.ReplaceAll(strings.TrimSuffix(file, path.Ext(file)), "/", ".")
}

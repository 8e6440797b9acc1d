//go:build !luacore

package docs_test

import "github.com/bough-dev/bough/luabind"

// onCore tells which host is tested.
const onCore = false

// Limits that only this host has.
const (
	maxCoroutines = luabind.MaxCoroutines
	maxDots       = luabind.MaxDots
)

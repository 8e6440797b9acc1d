//go:build luacore

package docs_test

// onCore tells which host is tested.
const onCore = true

// Limits that this host does not have.
const (
	maxCoroutines = 0
	maxDots       = 0
)

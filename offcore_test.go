//go:build !luacore

package bough_test

// onCore tells which host is tested.
const onCore = false

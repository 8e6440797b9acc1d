//go:build luacore

package main

// onCore tells which host is tested.
const onCore = true

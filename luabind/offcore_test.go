//go:build !luacore

package luabind_test

// onCore tells which host is tested.
const onCore = false

// Package lua runs Lua 5.1.
package lua

// Package e2e tests whole games through the public API: files in, ticks, what the agents do
// and what the game says.
package e2e

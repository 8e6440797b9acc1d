// Package diag describes mistakes in files, their positions and their remedies.
//
// Every part of Bough that reads something a person wrote reports through it,
// so that a mistake in a tree, a script or a guard looks the same everywhere:
//
//	scripts/combat/melee.lua:14:9: behavior returned 7; want nothing or a status
//	        return 7
//	               ^
//	  hook behavior of combat.melee, agent 12 "troll", tick 481
//
// Goals: one shape for all messages; a code for each, so that programs can decide on
// it; lists that are sorted, capped and safe to use when nil; suggestions for
// misspelled names. Non-goals: the words, which package internal/message has;
// wrapping of Go errors.
package diag

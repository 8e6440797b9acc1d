// Package float has the elementary functions with the same results, to the last bit, on every processor.
//
// Package math does not promise this: it uses assembly for some functions on some processors, and the compiler may
// fuse x*y + z into one operation with one rounding, also in package math. A recording of a game must repeat on
// another processor, so whatever scripts can reach uses this package instead. From package math it uses only functions
// whose results are exact or correctly rounded, such as math.Sqrt, math.Floor and math.Frexp.
//
// In this package, and in all others that compute state of a game, a product that is added or subtracted is written
// float64(x*y) + z: the conversion forbids the fusion. So is x/2 - z, since the compiler may multiply by 0.5.
// TestNothingIsFused in internal/e2e looks for fused operations in the machine code.
//
// Most functions are ports of those in Go's package math, under the license in this directory. Pow, Mod, Asin and Acos
// are our own: Mod and Pow take constant time, and Pow is accurate also for large exponents.
//
// Goals: the same bits everywhere; an error below one unit in the last place for Exp, Log, Pow and Atan, and below
// three for the others, except near the zeros and poles of Sin, Cos and Tan. Non-goals: correct rounding; functions that
// no script can call.
package float

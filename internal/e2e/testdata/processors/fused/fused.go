// Package fused has an operation that the compiler fuses.
package fused

// Sum returns x*y + z.
func Sum(x, y, z float64) float64 { return x*y + z }

package message

import (
	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
)

// numbers holds the terms for the numbers in the ranges of node kinds.
var numbers = [...]string{
	kind.AnyNumber: "number-value", kind.CountNumber: "count-value", kind.SecondsNumber: "seconds-value", kind.WeightNumber: "weight-value",
	kind.ChanceNumber: "chance-value",
}

// NumberIn describes the numbers in a range other than kind.NoNumber.
func NumberIn(r kind.Range) diag.Words { return words(numbers[r], nil) }

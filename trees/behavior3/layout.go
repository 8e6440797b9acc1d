package behavior3

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
)

// Distances between nodes, in the pixels of the editor.
const (
	columnWidth = 240
	rowHeight   = 72
)

// place returns the position of a node, which is in the middle of its leaves. The leaves are in the rows from first
// to last.
func place(depth, first, last int) object {
	return object{"x": (depth + 1) * columnWidth, "y": (first + max(last-1, first)) * rowHeight / 2}
}

func treeID(tree string) string { return hashed("tree " + tree) }

// nodeID returns an id for a node. number is the index of the node in pre-order.
func nodeID(tree string, number int) string {
	return hashed("node " + tree + " " + strconv.Itoa(number))
}

// hashed returns a hash of s that looks like a random id.
func hashed(s string) string {
	h := fmt.Sprintf("%x", sha256.Sum256([]byte(s)))
	return strings.Join([]string{h[:8], h[8:12], "4" + h[13:16], "8" + h[17:20], h[20:32]}, "-")
}

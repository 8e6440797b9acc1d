package inspect

import (
	"crypto/sha256"
	"crypto/subtle"
)

// The bounds of what a page may send and get.
const (
	maxBody    = 64 << 10 // bytes of the body of a request
	maxMessage = 64 << 10 // bytes of a message of a page
	maxFrame   = 1 << 20  // bytes of a message to a page
	maxViewers = 16
	maxWatched = 4
	minRate    = 0.1
	maxRate    = 30
)

// isToken compares a token with the right one in constant time.
func (h *Handler) isToken(token string) bool {
	a, b := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(h.o.Token))
	return token != "" && subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

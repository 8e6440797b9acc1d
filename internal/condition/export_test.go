package condition

// Share reports whether two conditions use the same function for a name.
func Share(a, b *Condition, name string) bool {
	return a.body.condition(name) != nil && a.body.condition(name) == b.body.condition(name)
}

// Kept returns the number of named conditions in the cache.
func Kept(c *Compiler) int { return len(c.named) }

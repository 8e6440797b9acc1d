package condition

// Share reports whether two conditions use the same function for a name.
func Share(a, b *Condition, name string) bool {
	return a.body.condition(name) != nil && a.body.condition(name) == b.body.condition(name)
}

// Kept returns the number of named conditions in the cache.
func Kept(c *Compiler) int { return len(c.named) }

// Unparse returns an expression in the form in which it is shown, without values.
func Unparse(text string) string {
	e, problems := parse(text, &spot{})
	if problems.Err() != nil {
		panic(problems)
	}
	return unparse(e)
}

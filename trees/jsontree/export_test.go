package jsontree

// NodeMembers returns the names of the members that a node may have.
func NodeMembers() []string {
	var names []string
	for _, m := range nodeShape.members {
		names = append(names, m.name)
	}
	return names
}

package behaviors

// Question is a function that asks about a node by its name: ran("flee") in a condition, bt.ran("flee") in a script, and
// t.ran(troll, "flee") in a test.
type Question struct {
	Name        string
	Least, Most int  // number of arguments in a condition and in a script
	Ticks       bool // the second argument is a number of past ticks
}

// Questions are the questions about nodes, in the order in which messages list them.
var Questions = []Question{
	{"ran", 1, 2, true},
	{"ran_ago", 2, 2, true},
	{"active", 1, 1, false},
	{"since", 1, 1, false},
}

// QuestionNames returns the names of Questions.
func QuestionNames() (names []string) {
	for _, q := range Questions {
		names = append(names, q.Name)
	}
	return names
}

// QuestionNamed returns the question of a name, or nil.
func QuestionNamed(name string) *Question {
	for i := range Questions {
		if Questions[i].Name == name {
			return &Questions[i]
		}
	}
	return nil
}

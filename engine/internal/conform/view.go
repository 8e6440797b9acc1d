package conform

import (
	"strconv"
	"strings"
)

// lineWidth is the width at which the text of a view is wrapped.
const lineWidth = 100

// runSection returns the run section of a file: the steps, each with its view.
func (c *Case) runSection(views []View) string {
	var b strings.Builder
	b.WriteString("run\n")
	for i, s := range c.Steps {
		b.WriteString("  " + c.stepText(s) + "\n")
		if views != nil && s.Kind.shows() {
			b.WriteString(c.viewText(s, views[i]))
		}
	}
	return b.String()
}

// stepText returns a step as it is written.
func (c *Case) stepText(s *Step) string {
	text := s.Kind.String()
	switch s.Kind {
	case StepTick:
		if s.HasDT {
			text += " dt=" + s.DT.String()
		}
	case StepPost:
		text += " " + s.Stimulus.Name
		if s.Stimulus.Data != "" {
			text += " " + s.Stimulus.Data
		}
		text += " ttl=" + s.Stimulus.TTL.String()
	case StepSet:
		text += " " + s.Field + " " + strconv.Itoa(s.Value)
	case StepSwitch:
		text += " " + s.Tree.Name
	case StepEdit:
		text += " " + s.Old.Name + " " + s.Tree.Name
	case StepEnd:
		text += " " + s.Channel
	case StepImpose:
		text += " " + s.Request.step()
	case StepAbort:
		text += " " + s.Node
	case StepSave, StepDelete:
		text += " " + s.Behavior.Name
	}
	if s.Agent != Everyone {
		text += " agent=" + c.Agents[s.Agent]
	}
	return text
}

// step returns the request as it is written in an impose step.
func (r Request) step() string {
	text := r.Kind
	if r.Data != "" {
		text += " data=" + r.Data
	}
	if r.Channel != r.Kind {
		text += " channel=" + r.Channel
	}
	if r.Priority != 0 {
		text += " priority=" + strconv.Itoa(r.Priority)
	}
	return text
}

// viewText returns the lines that describe a view.
func (c *Case) viewText(s *Step, v View) string {
	var b strings.Builder
	for i, a := range v.Agents {
		prefix := "    "
		if len(c.Agents) > 1 {
			prefix += c.Agents[i] + ": "
		}
		writeCalls(&b, prefix, a.Calls)
		writeState(&b, prefix, s, a)
	}
	if len(v.Reports) > 0 {
		b.WriteString("    reports " + strings.Join(v.Reports, ", ") + "\n")
	}
	if len(v.Board) > 0 {
		b.WriteString("    board " + strings.Join(v.Board, ", ") + "\n")
	}
	return b.String()
}

// writeCalls writes calls, several in each line.
func writeCalls(b *strings.Builder, prefix string, calls []string) {
	width := 0
	for _, call := range calls {
		switch {
		case width == 0:
			b.WriteString(prefix)
			width = len(prefix)
		case width+2+len(call) > lineWidth:
			b.WriteString("\n" + prefix)
			width = len(prefix)
		default:
			b.WriteString(", ")
			width += 2
		}
		b.WriteString(call)
		width += len(call)
	}
	if width > 0 {
		b.WriteByte('\n')
	}
}

func writeState(b *strings.Builder, prefix string, s *Step, a AgentView) {
	switch s.Kind {
	case StepHistory:
		for k, ran := range a.History {
			b.WriteString(prefix + strconv.Itoa(k+1) + set(ran) + "\n")
		}
		if len(a.History) == 0 {
			b.WriteString(prefix + "0 -\n")
		}
	case StepTick:
		b.WriteString(prefix + a.Status.String() + "; active" + set(a.Active) + "; ran" + set(a.Ran) + "\n")
	default:
		b.WriteString(prefix + "active" + set(a.Active) + "\n")
	}
	if len(a.Force) > 0 {
		b.WriteString(prefix + "force " + strings.Join(a.Force, ", ") + "\n")
	}
}

// set writes a set of labels; "-" is the empty set.
func set(labels []string) string {
	if len(labels) == 0 {
		return " -"
	}
	return " " + strings.Join(labels, " ")
}

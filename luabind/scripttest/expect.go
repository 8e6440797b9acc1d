package scripttest

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/value"
	"github.com/bough-dev/bough/internal/message"
)

// failed returns a failure with notes about what all agents are doing.
func (p *play) failed(w diag.Words) error {
	return &failure{w, p.everybody()}
}

// because returns the prefix of a message with the reason in argument i, such as "it
// lives: ".
func (a args) because(i int) (string, error) {
	if a.at(i).IsNil() {
		return "", nil
	}
	text, err := a.text(i, "a text that says what should be so; to compare two values there is t.equal")
	return text + ": ", err
}

func (p *play) expect(a args) (value.Value, error) {
	why, err := a.because(1)
	if err != nil || a.at(0).Truthy() {
		return nothing, err
	}
	return nothing, p.failed(message.ExpectedTrue(show(a.at(0)), why))
}

func (p *play) equal(a args) (value.Value, error) {
	why, err := a.because(2)
	if err != nil {
		return nothing, err
	}
	got, want := a.at(0), a.at(1)
	unlike := difference("", got, want, false)
	switch {
	case unlike.Code == "":
		return nothing, nil
	case got.Table() == nil || want.Table() == nil:
		return nothing, p.failed(message.ValuesDiffer(show(got), why, show(want)).With(almost(got, want)))
	}
	return nothing, p.failed(message.TablesDiffer(unlike, show(got), why, show(want)))
}

// almost returns a remedy if two numbers differ only by rounding errors.
func almost(got, want value.Value) (remedy diag.Words) {
	g, w := got.Float(), want.Float()
	if got.Kind() == value.KindNumber && want.Kind() == value.KindNumber && math.Abs(g-w) <= 1e-6*max(1, math.Abs(w)) {
		return message.UseNear()
	}
	return remedy
}

// defaultNear is the default tolerance of t.near.
const defaultNear = 1e-6

func (p *play) near(a args) (value.Value, error) {
	off := defaultNear
	for i := range a.values {
		if a.at(i).Kind() != value.KindNumber {
			return nothing, a.wrong(i, "a number")
		}
	}
	if len(a.values) > 2 {
		off = a.at(2).Float()
	}
	got, want := a.at(0).Float(), a.at(1).Float()
	if math.Abs(got-want) <= off {
		return nothing, nil
	}
	return nothing, p.failed(message.ValuesNotNear(value.FormatNumber(math.Abs(got-want)), show(a.at(0)), value.FormatNumber(off), show(a.at(1))))
}

func (p *play) expectActive(a args) (value.Value, error) {
	x, name, nodes, err := a.node()
	if err != nil || x.IsActive(name) {
		return nothing, err
	}
	return nothing, p.notDoing(x, message.NodeNotActive(x.Label(), doingOr(x), name), nodes)
}

func (p *play) expectNotActive(a args) (value.Value, error) {
	x, name, nodes, err := a.node()
	if err != nil || !x.IsActive(name) {
		return nothing, err
	}
	i := slices.IndexFunc(nodes, func(n int32) bool { return x.NodeActive(int(n)) })
	return nothing, &failure{
		words: message.NodeActive(x.Label(), x.Program().Node(int(nodes[i])).Path, seconds(x.Since(name))),
		notes: []string{p.explained(x.Explain())},
	}
}

func (p *play) expectRan(a args) (value.Value, error) {
	x, name, nodes, err := a.node()
	if err != nil || x.Ran(name, 1) {
		return nothing, err
	}
	return nothing, p.notDoing(x, message.NodeNotRun(x.Label(), doingOr(x), name), nodes)
}

func (p *play) expectNotRan(a args) (value.Value, error) {
	x, name, _, err := a.node()
	if err != nil || !x.Ran(name, 1) {
		return nothing, err
	}
	return nothing, p.failed(message.NodeRun(x.Label(), name))
}

// expectRequest checks the request in force on a channel. It compares only the given
// parts of the request's data.
func (p *play) expectRequest(a args) (value.Value, error) {
	x, channel, err := a.channel()
	if err != nil {
		return nothing, err
	}
	kind, err := a.text(2, "the kind of the request, such as \"attack\"")
	if err != nil {
		return nothing, err
	}
	q, ok := x.InForce(channel)
	switch {
	case !ok:
		w := message.NoSuchRequest(x.Label(), channel, channels(x))
		if q, ok := x.InForce(kind); ok && q.Kind == channel {
			w = w.With(channelFirst(channel, kind))
		}
		return nothing, p.failed(w)
	case q.Kind != kind:
		return nothing, p.failed(message.OtherRequest(x.Label(), channel, q.Kind, kind))
	}
	if unlike := difference("", q.Data, a.at(3), true); unlike.Code != "" && len(a.values) > 3 {
		return nothing, p.failed(message.RequestDataDiffer(unlike, show(q.Data), kind))
	}
	return nothing, nil
}

// channelFirst returns the remedy for a call of expect_request with the kind before the channel.
func channelFirst(kind, channel string) diag.Words {
	return message.ChannelFirst(fmt.Sprintf("t.expect_request(..., %q, %q)", channel, kind))
}

func (p *play) expectLog(a args) (value.Value, error) {
	x, err := a.agent(0)
	if err != nil {
		return nothing, err
	}
	want, err := a.text(1, "a text, or a part of it")
	if err != nil {
		return nothing, err
	}
	lines := p.lines(x)
	if slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, want) }) {
		return nothing, nil
	}
	said := message.NothingLogged().Text
	if len(lines) > 0 {
		said = message.Logged().Text + "\n" + strings.Join(lines[max(0, len(lines)-10):], "\n")
	}
	return nothing, &failure{message.TextNotLogged(x.Label(), want), []string{said}}
}

func (p *play) expectError(a args) (value.Value, error) {
	text, err := a.text(0, "a part of the text of the error")
	if err == nil {
		p.faults.expected = append(p.faults.expected, expectation{text: text})
	}
	return nothing, err
}

func (p *play) fail(a args) (value.Value, error) {
	why, err := a.text(0, "a text that says what is wrong")
	if err != nil {
		return nothing, err
	}
	return nothing, p.failed(message.TestFailed(why))
}

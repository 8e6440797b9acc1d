package assets

import (
	"cmp"
	"slices"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/engine/kind"
	"github.com/bough-dev/bough/internal/declare"
	"github.com/bough-dev/bough/internal/message"
)

// requests returns the channels on which scripts and trees request something, or for which FieldsFile declares a request,
// with the kinds of the requests. open is set if a channel or a kind is computed.
func (b *Bundle) requests() (channels map[string][]string, open bool) {
	channels = map[string][]string{}
	for _, d := range b.game.Lines() {
		if d.What == declare.Request && d.Channel != "" && !d.Malformed() {
			channels[d.Channel] = append(channels[d.Channel], d.Name)
		}
	}
	add := func(kind, channel string) {
		channel = cmp.Or(channel, kind)
		channels[channel] = append(channels[channel], kind)
	}
	for _, s := range b.Scripts() {
		for _, q := range s.Requests() {
			if q.Open {
				return nil, true
			}
			add(q.Kind, q.Channel)
		}
	}
	for _, t := range slices.Concat(b.Trees, b.calls) {
		for i := range t.Program.Len() {
			if n := t.Program.Node(i); n.Kind == kind.Request {
				add(n.Settings.Name, n.Settings.Channel)
			}
		}
	}
	return channels, false
}

// UnknownChannel returns the words about a misspelled channel of requests, or empty words. The name must resemble a channel on
// which scripts or trees request something, or be the kind of their requests on one channel.
func (b *Bundle) UnknownChannel(name string) (w diag.Words) {
	if channels, open := b.requests(); !open {
		w = unknownChannel(name, channels)
	}
	return w
}

// MisspelledRequest is like MisspelledField, for the kind of a request. It must resemble one that scripts or trees request.
func (b *Bundle) MisspelledRequest(kind string) string {
	channels, open := b.requests()
	if open {
		return ""
	}
	kinds := map[string]bool{}
	for _, list := range channels {
		for _, name := range list {
			kinds[name] = true
		}
	}
	return b.meant(kind, kinds)
}

// UnknownImposed returns the words about the kind of a request that only the game makes, if it misspells one, or empty words.
// That must be declared, or requested by scripts or trees, and begin with the same character: the game may make others.
func (b *Bundle) UnknownImposed(kind string) (w diag.Words) {
	declared := map[string]bool{}
	for _, d := range b.game.Lines() {
		if d.What == declare.Request && !d.Malformed() {
			declared[d.Name] = true
		}
	}
	like := func(near string) bool { return near != "" && near[0] == kind[0] }
	if declared[kind] || kind == "" {
		return w
	}
	if near := b.meant(kind, declared); like(near) {
		return message.UnknownRequestKind(kind, near)
	}
	if near := b.MisspelledRequest(kind); like(near) {
		return message.UnknownRequest(kind, near)
	}
	return w
}

func unknownChannel(name string, channels map[string][]string) (w diag.Words) {
	if channels[name] != nil {
		return w
	}
	var of []string
	for channel, kinds := range channels {
		if slices.Contains(kinds, name) {
			of = append(of, channel)
		}
	}
	if len(of) == 1 {
		return message.UnknownChannel(name, of[0]).With(message.KindAsChannel(of[0], name))
	}
	near := diag.Suggest(name, sortedKeys(channels))
	if near == "" || near[0] != name[0] { // the game may have legs where scripts have pegs
		return w
	}
	return message.UnknownChannel(name, near)
}

// unknownChannels warns about expressions and scripts that ask for a request on a misspelled channel. Only the game may
// request something on it, so the name must resemble another one.
func (c *checker) unknownChannels(s subject) (out diag.List) {
	if c.counts.broken > 0 || len(s.rejected) > 0 {
		return nil
	}
	channels, open := map[string][]string(nil), false
	warn := func(name string, at func() (diag.Pos, string)) {
		if channels == nil && !open {
			channels, open = s.bundle.requests()
		}
		if open {
			return
		}
		if w := unknownChannel(name, channels); w.Text != "" {
			pos, line := at()
			out.Warn(pos, w).Source = line
		}
	}
	for _, facts := range s.facts {
		for _, q := range facts.channels {
			warn(q.name, func() (diag.Pos, string) {
				at := q.in.Place(q.name)
				return at.Pos, at.Line
			})
		}
	}
	for _, script := range s.bundle.Scripts() {
		for _, q := range script.AskedChannels() {
			warn(q.Name, func() (diag.Pos, string) { return q.Pos, script.Line(q.Pos.Line) })
		}
	}
	return out
}

package graph

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/bough-dev/bough/internal/treediff"
	"github.com/bough-dev/bough/trees"
)

var (
	headFace = face{class: "h", size: 20, bold: true}
	docFace  = face{class: "d", size: 13}
)

const frame = 24.0 // margin around the trees and between them

// picture is a picture being drawn. Each tree is drawn below the previous one.
type picture struct {
	body bytes.Buffer
	w, y float64
	o    Options
}

// SVG draws trees below each other. It omits trees without a root.
func SVG(list []*trees.Tree, o Options) []byte {
	p := picture{y: frame, o: o}
	var names []string
	for _, t := range list {
		if root := cards(t, o); root != nil {
			p.tree(t, root)
			names = append(names, t.Name)
		}
	}
	var out bytes.Buffer
	w, h := num(math.Ceil(p.w+frame)), num(math.Ceil(p.y))
	title := escape("Behavior tree " + strings.Join(names, ", "))
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title desc" width="%s" height="%s" viewBox="0 0 %s %s">`+"\n", w, h, w, h)
	fmt.Fprintf(&out, "<title id=\"title\">%s</title>\n<desc id=\"desc\">Each card is a node. A node asks its children in their order. The words after when are its condition.</desc>\n", title)
	out.WriteString(style)
	fmt.Fprintf(&out, "<rect class=\"bg\" width=\"%s\" height=\"%s\" rx=\"10\"/>\n", w, h)
	out.Write(p.body.Bytes())
	out.WriteString("</svg>\n")
	return out.Bytes()
}

// tree draws a tree with its heading.
func (p *picture) tree(t *trees.Tree, root *card) {
	p.heading(heading(t), headFace)
	p.heading(t.Doc, docFace)
	p.y += 10
	root.box.x, root.box.y = frame, p.y
	w, h := layout(root, p.o.Down)
	cards := root.all()
	for _, c := range cards {
		if c.group {
			fmt.Fprintf(&p.body, "<rect class=\"group\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"10\"/>\n", num(c.box.corner[0]), num(c.box.corner[1]), num(c.box.spanW), num(c.box.spanH))
		}
	}
	for _, c := range cards {
		for _, k := range c.children {
			p.edge(c, k)
		}
	}
	for _, c := range cards {
		p.card(c)
	}
	p.w, p.y = max(p.w, frame+w), p.y+h+frame
}

// heading returns the name of a tree, followed by its parameters.
func heading(t *trees.Tree) string {
	s := t.Name
	for _, q := range t.Params {
		s += " " + q.Name
		if !q.Required {
			s += "=" + treediff.Value(q.Param)
		}
	}
	return s
}

func (p *picture) heading(text string, f face) {
	for _, part := range f.wrap(text, 640) {
		fmt.Fprintf(&p.body, "<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>\n", f.class, num(frame), num(p.y+f.size), escape(part))
		p.y += f.size * 1.35
		p.w = max(p.w, frame+f.width(part))
	}
}

func (p *picture) edge(c, k *card) {
	if c.stacked(p.o.Down) {
		fmt.Fprintf(&p.body, "<path class=\"e\" d=\"M%s %sV%sH%s\"/>\n", num(c.box.x+stackIndent/2), num(c.box.y+c.box.h), num(k.box.y+k.box.h/2), num(k.box.x))
		return
	}
	if p.o.Down {
		x1, y1, x2, y2 := c.box.x+c.box.w/2, c.box.y+c.box.h, k.box.x+k.box.w/2, k.box.y
		m := num((y1 + y2) / 2)
		fmt.Fprintf(&p.body, "<path class=\"e\" d=\"M%s %sC%s %s %s %s %s %s\"/>\n", num(x1), num(y1), num(x1), m, num(x2), m, num(x2), num(y2))
		return
	}
	y1, x2, y2 := c.box.y+c.box.h/2, k.box.x, k.box.y+k.box.h/2
	bend := c.box.x + c.box.w + c.box.shift
	m := num((bend + x2) / 2)
	fmt.Fprintf(&p.body, "<path class=\"e\" d=\"M%s %sH%sC%s %s %s %s %s %s\"/>\n", num(c.box.x+c.box.w), num(y1), num(bend), m, num(y1), m, num(y2), num(x2), num(y2))
}

// class returns the CSS classes of a card.
func (c *card) class() string {
	class := c.shape.String() + markNames[c.mark]
	if c.disabled {
		class += " disabled"
	}
	return class
}

var markNames = [...]string{"", " added", " removed", " changed", " moved"}

func (p *picture) card(c *card) {
	fmt.Fprintf(&p.body, "<g class=\"%s\"%s><title>%s</title><path class=\"c\" d=\"%s\"/>", c.class(), dataKey(c.key), escape(c.detail), outline(c.shape, c.box.x, c.box.y, c.box.w, c.box.h))
	for _, l := range c.box.lines {
		fmt.Fprintf(&p.body, "<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>", l.face.class, num(c.box.x+padX), num(c.box.y+l.y), escape(l.text))
	}
	p.body.WriteString("</g>\n")
}

// dataKey returns the attribute with the key of a card, or "" if the card has none.
func dataKey(key string) string {
	if key == "" {
		return ""
	}
	return ` data-key="` + escape(key) + `"`
}

// num formats a coordinate, rounded to tenths of a pixel.
func num(f float64) string { return strconv.FormatFloat(math.Round(f*10)/10, 'f', -1, 64) }

// escape escapes a text for XML. A character that XML cannot contain becomes a question mark.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r == 0xfffe || r == 0xffff || r == 0x7f {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	return xmlEscapes.Replace(s)
}

var xmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

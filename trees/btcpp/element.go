package btcpp

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/bough-dev/bough/engine/diag"
	"github.com/bough-dev/bough/internal/message"
)

// Bounds on the input of Import. Exceeding them is an error, so that time and memory are bounded for any input.
const (
	MaxSize     = 8 << 20 // bytes of a file
	MaxDepth    = 250     // elements around an element
	MaxElements = 200_000 // elements of a file
	maxAttrs    = 1000    // attributes of an element
)

// element is an element of the file.
type element struct {
	name     string
	attrs    []attr // attributes; their names are unique
	children []*element
	text     string // text between its tags, without the text of its children
	pos      diag.Pos
}

// attr is an attribute of an element.
type attr struct {
	name, value string
	pos         diag.Pos
}

// attr returns the attribute with that name, or nil.
func (e *element) attr(name string) *attr {
	for i := range e.attrs {
		if e.attrs[i].name == name {
			return &e.attrs[i]
		}
	}
	return nil
}

// get returns the value of an attribute, or "" if there is none.
func (e *element) get(name string) string {
	if a := e.attr(name); a != nil {
		return a.value
	}
	return ""
}

// set adds an attribute, or changes the attribute with that name.
func (e *element) set(name, value string) {
	if a := e.attr(name); a != nil {
		a.value = value
		return
	}
	e.attrs = append(e.attrs, attr{name: name, value: value})
}

// mistake is the error at which the parsing of a file stops.
type mistake struct {
	off  int
	what diag.Words
}

// decoder parses a file into elements. It matches the tags itself, so that an error for mismatched tags has both
// positions.
type decoder struct {
	src      []byte
	place    cursor
	dec      *xml.Decoder
	open     []*element
	root     *element
	count    int
	comments []diag.Pos
	charset  string // charset declared by the file, if it is not UTF-8
}

// decode parses a file. It also returns the positions of comments, which are skipped, without those that Groot writes.
func decode(path string, src []byte) (*element, []diag.Pos, *mistake) {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	if m := checkText(src); m != nil {
		return nil, nil, m
	}
	d := &decoder{src: src, place: cursor{path: path, src: src, line: 1, col: 1}, dec: xml.NewDecoder(bytes.NewReader(hideLess(src)))}
	// Strict is off, since BehaviorTree.CPP accepts an unescaped & and <.
	d.dec.Strict = false
	d.dec.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		d.charset = charset
		return nil, errors.New("not UTF-8")
	}
	for {
		off := int(d.dec.InputOffset())
		token, err := d.dec.RawToken()
		if err == io.EOF {
			return d.root, d.comments, d.end()
		}
		if err != nil {
			return nil, nil, d.broken(err)
		}
		if m := d.token(token, off); m != nil {
			return nil, nil, m
		}
	}
}

// hidden replaces each < in an attribute, since encoding/xml does not accept it. It has the same length, so that
// offsets stay correct.
const hidden = "\x7f"

// hideLess replaces each < in an attribute by hidden, unless the file already contains hidden.
func hideLess(src []byte) []byte {
	if bytes.Contains(src, []byte(hidden)) {
		return src
	}
	out := bytes.Clone(src)
	for i := 0; i < len(out); i++ {
		if out[i] != '<' {
			continue
		}
		if end := closing(out[i:]); end != "" {
			skip := bytes.Index(out[i:], []byte(end))
			if skip < 0 {
				break
			}
			i += skip
			continue
		}
		var quote byte
		for i++; i < len(out) && (quote != 0 || out[i] != '>'); i++ {
			switch c := out[i]; {
			case quote == 0 && (c == '"' || c == '\''):
				quote = c
			case c == quote:
				quote = 0
			case quote != 0 && c == '<':
				out[i] = hidden[0]
			}
		}
	}
	return out
}

// closing returns the end of a comment or a similar construct, or "" for a tag.
func closing(src []byte) string {
	for begin, end := range map[string]string{"<!--": "-->", "<![CDATA[": "]]>", "<?": "?>"} {
		if bytes.HasPrefix(src, []byte(begin)) {
			return end
		}
	}
	return ""
}

// checkText checks the text of the file before it is parsed.
func checkText(src []byte) *mistake {
	switch {
	case len(src) > MaxSize:
		return &mistake{0, message.FileTooLarge(MaxSize >> 20)}
	case bytes.HasPrefix(src, []byte("\xff\xfe")), bytes.HasPrefix(src, []byte("\xfe\xff")):
		return &mistake{0, message.FileUtf16()}
	case len(bytes.TrimSpace(src)) == 0:
		return &mistake{0, message.EmptyFile()}
	case utf8.Valid(src):
		return nil
	}
	off := 0
	for {
		r, size := utf8.DecodeRune(src[off:])
		if r == utf8.RuneError && size == 1 {
			return &mistake{off, message.InvalidUtf8(fmt.Sprintf("0x%02X", src[off]))}
		}
		off += size
	}
}

func (d *decoder) token(token xml.Token, off int) *mistake {
	switch t := token.(type) {
	case xml.StartElement:
		return d.start(t, off)
	case xml.EndElement:
		return d.close(rawName(t.Name), off)
	case xml.CharData:
		if len(d.open) > 0 {
			d.open[len(d.open)-1].text += string(bytes.TrimSpace(t))
		} else if len(bytes.TrimSpace(t)) > 0 {
			return &mistake{off + leadingSpace(d.src[off:]), message.TextOutsideElement()}
		}
	case xml.Directive:
		return &mistake{off, message.DocumentType()}
	case xml.Comment:
		if text := strings.Trim(string(t), " \t\r\n/-=*"); text != "" && !strings.HasPrefix(text, "Description of Node Models") {
			d.comments = append(d.comments, d.place.at(off))
		}
	}
	return nil
}

func leadingSpace(text []byte) int { return len(text) - len(bytes.TrimLeft(text, " \t\r\n")) }

// rawName returns a name with its prefix, as it is in the file.
func rawName(n xml.Name) string {
	if n.Space != "" {
		return n.Space + ":" + n.Local
	}
	return n.Local
}

func (d *decoder) start(t xml.StartElement, off int) *mistake {
	e := &element{name: rawName(t.Name), pos: d.place.at(off)}
	d.count++
	switch {
	case len(d.open) == 0 && d.root != nil:
		return &mistake{off, message.SecondRootElement(d.root.pos.Line, e.name)}
	case len(d.open) >= MaxDepth:
		return &mistake{off, message.ElementsTooDeep(MaxDepth)}
	case d.count > MaxElements:
		return &mistake{off, message.TooManyElements(MaxElements)}
	case len(t.Attr) > maxAttrs:
		return &mistake{off, message.TooManyAttributes(len(t.Attr), maxAttrs, e.name)}
	}
	if m := d.attributes(e, t.Attr, off); m != nil {
		return m
	}
	if len(d.open) == 0 {
		d.root = e
	} else {
		parent := d.open[len(d.open)-1]
		parent.children = append(parent.children, e)
	}
	d.open = append(d.open, e)
	return nil
}

// attributes sets the attributes of an element whose tag begins at off.
func (d *decoder) attributes(e *element, list []xml.Attr, off int) *mistake {
	tag := d.src[off:d.dec.InputOffset()]
	places := attrOffsets(tag)
	seen := map[string]bool{}
	for i, a := range list {
		at := off
		if i < len(places) {
			at += places[i]
		}
		name := rawName(a.Name)
		if i < len(places) && !quotedAttr.Match(tag[places[i]:]) {
			return &mistake{at, message.AttributeWithoutQuotes(name, e.name)}
		}
		if seen[name] {
			return &mistake{at, message.DuplicateAttribute(name, e.name)}
		}
		seen[name] = true
		e.attrs = append(e.attrs, attr{name, strings.ReplaceAll(a.Value, hidden, "<"), d.place.at(at)})
	}
	return nil
}

// quotedAttr matches the beginning of an attribute.
var quotedAttr = regexp.MustCompile(`^[^\s=]+\s*=\s*["']`)

// attrOffsets returns the offsets of the attributes of a tag.
func attrOffsets(tag []byte) []int {
	var places []int
	for i := 1; i < len(tag); i++ {
		switch c := tag[i]; {
		case c == '"' || c == '\'':
			i += 1 + max(bytes.IndexByte(tag[i+1:], c), 0)
		case c > ' ' && tag[i-1] <= ' ' && c != '=' && c != '/' && c != '>':
			places = append(places, i)
		}
	}
	return places
}

func (d *decoder) close(name string, off int) *mistake {
	if len(d.open) == 0 {
		return &mistake{off, message.StrayEndTag(name)}
	}
	last := d.open[len(d.open)-1]
	if last.name != name {
		return &mistake{off, message.MismatchedEndTag(last.pos.Line, name, last.name)}
	}
	d.open = d.open[:len(d.open)-1]
	return nil
}

// end checks that the document is complete.
func (d *decoder) end() *mistake {
	if len(d.open) > 0 {
		last := d.open[len(d.open)-1]
		return &mistake{len(d.src), message.UnclosedElement(last.pos.Line, last.name)}
	}
	if d.root == nil {
		return &mistake{0, message.FileWithoutElement()}
	}
	return nil
}

// broken converts an error of encoding/xml to a mistake.
func (d *decoder) broken(err error) *mistake {
	off := min(int(d.dec.InputOffset()), len(d.src))
	if d.charset != "" {
		return &mistake{0, message.OtherEncoding(d.charset)}
	}
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		if syntax.Msg == "unexpected EOF" {
			return &mistake{len(d.src), message.XmlCutShort()}
		}
		return &mistake{off, message.UnreadableXml(syntax.Msg)}
	}
	return &mistake{off, message.UnreadableXml(err.Error())}
}

// cursor computes the lines and columns of offsets. The offsets should hardly ever decrease, so that a file with
// one long line takes linear time.
type cursor struct {
	path      string
	src       []byte
	off       int // offset of line and col
	line, col int
}

// at returns the position of an offset. If the offset is less than the previous one, at counts from the beginning
// again.
func (c *cursor) at(off int) diag.Pos {
	if off < c.off {
		c.off, c.line, c.col = 0, 1, 1
	}
	for c.off < off {
		if c.src[c.off] == '\n' {
			c.line, c.col = c.line+1, 0
		}
		_, size := utf8.DecodeRune(c.src[c.off:])
		c.off += size
		c.col++
	}
	return diag.Pos{File: c.path, Line: c.line, Col: c.col}
}

// write writes an element with its contents. The recursion is bounded by the depth of a tree of Bough plus a few
// levels.
func (e *element) write(b *bytes.Buffer, indent string) {
	b.WriteString(indent + "<" + e.name)
	for _, a := range e.attrs {
		b.WriteString(" " + a.name + `="` + escape(a.value) + `"`)
	}
	if len(e.children) == 0 && e.text == "" {
		b.WriteString("/>\n")
		return
	}
	b.WriteString(">" + escape(e.text))
	if len(e.children) > 0 {
		b.WriteString("\n")
		for _, c := range e.children {
			c.write(b, indent+"  ")
		}
		b.WriteString(indent)
	}
	b.WriteString("</" + e.name + ">\n")
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\t", "&#x9;", "\n", "&#xA;", "\r", "&#xD;")

func escape(text string) string { return escaper.Replace(text) }

// printable replaces characters that XML cannot contain.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}

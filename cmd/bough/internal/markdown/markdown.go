// Package markdown makes HTML of the Markdown that the pages of Bough use: headings, paragraphs, lists, tables, quotes, code,
// links, pictures, and emphasis. Other HTML is text.
package markdown

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Page is a page as HTML.
type Page struct {
	Title    string // of the first heading
	HTML     string
	Sections []Section
}

// Section is the text below a heading, up to the next heading.
type Section struct {
	ID    string // the anchor of the heading, "" before the first one
	Title string
	Text  string // without marks
}

// Render makes a page. Unless link is nil, it returns the address for the destination of a link or a picture. Unless after is nil,
// it returns the HTML that follows each block of code.
func Render(src string, link func(dest string) string, after func(block int) string) *Page {
	r := &renderer{link: link, after: after, page: &Page{Sections: []Section{{}}}, anchors: map[string]int{}}
	r.blocks(strings.Split(strings.ReplaceAll(src, "\r\n", "\n"), "\n"))
	r.page.HTML = r.out.String()
	for i := range r.page.Sections {
		s := &r.page.Sections[i]
		s.Text = strings.Join(strings.Fields(s.Text), " ")
	}
	r.page.Sections = slices.DeleteFunc(r.page.Sections, func(s Section) bool { return s.Title == "" && s.Text == "" })
	return r.page
}

type renderer struct {
	link    func(string) string
	after   func(int) string
	blocked int // number of blocks of code
	page    *Page
	out     strings.Builder
	anchors map[string]int
}

var (
	heading   = regexp.MustCompile(`^(#{1,6}) +(.*?)( #+)?$`)
	marker    = regexp.MustCompile(`^( {0,3})([-*]|\d{1,4}\.) +`)
	tableRule = regexp.MustCompile(`^\|? *:?-+:? *(\| *:?-+:? *)*\|?$`)
	picture   = regexp.MustCompile(`^!\[([^\]]*)\]\(([^)\s]+)\)`)
	anchor    = regexp.MustCompile(`^\[((?:[^\[\]\\]|\\.|` + "`[^`]*`" + `)*)\]\(([^)\s]+)\)`)
)

// text adds words to the section for the search.
func (r *renderer) text(words string) {
	s := &r.page.Sections[len(r.page.Sections)-1]
	s.Text += words
}

// blocks renders lines.
func (r *renderer) blocks(lines []string) {
	for i := 0; i < len(lines); {
		line := lines[i]
		switch {
		case strings.TrimSpace(line) == "":
			i++
		case strings.HasPrefix(line, "```"):
			i = r.code(lines, i)
		case strings.HasPrefix(line, "<!--"):
			for i < len(lines) && !strings.Contains(lines[i], "-->") {
				i++
			}
			i++
		case heading.MatchString(line):
			r.heading(line)
			i++
		case isTable(lines, i):
			i = r.table(lines, i)
		case strings.HasPrefix(line, ">"):
			var body []string
			for ; i < len(lines) && strings.HasPrefix(lines[i], ">"); i++ {
				body = append(body, strings.TrimPrefix(strings.TrimPrefix(lines[i], ">"), " "))
			}
			r.out.WriteString("<blockquote>")
			r.blocks(body)
			r.out.WriteString("</blockquote>\n")
		case marker.MatchString(line):
			i = r.list(lines, i)
		default:
			from := i
			for i++; i < len(lines) && !endsParagraph(lines, i); i++ {
			}
			r.out.WriteString("<p>" + r.spans(strings.Join(lines[from:i], "\n")) + "</p>\n")
		}
		r.text("\n")
	}
}

func isTable(lines []string, i int) bool {
	return strings.HasPrefix(lines[i], "|") && i+1 < len(lines) && tableRule.MatchString(lines[i+1])
}

func endsParagraph(lines []string, i int) bool {
	line := lines[i]
	return strings.TrimSpace(line) == "" || strings.HasPrefix(line, "```") || strings.HasPrefix(line, "<!--") || strings.HasPrefix(line, ">") ||
		heading.MatchString(line) || isTable(lines, i) || marker.MatchString(line) && !strings.Contains(line[:min(3, len(line))], ".")
}

// code renders a block of code, and returns the index of the line after it.
func (r *renderer) code(lines []string, i int) int {
	fence := lines[i][:len(lines[i])-len(strings.TrimLeft(lines[i], "`"))]
	from := i + 1
	for i = from; i < len(lines) && !strings.HasPrefix(lines[i], fence); i++ {
	}
	text := strings.Join(lines[from:i], "\n")
	r.text(text)
	fmt.Fprintf(&r.out, "<pre tabindex=\"0\"><code>%s</code></pre>\n", html.EscapeString(text))
	if r.after != nil {
		r.out.WriteString(r.after(r.blocked))
	}
	r.blocked++
	return i + 1
}

func (r *renderer) heading(line string) {
	m := heading.FindStringSubmatch(line)
	level, before := len(m[1]), len(r.page.Sections)
	r.page.Sections = append(r.page.Sections, Section{})
	text := r.spans(m[2])
	s := &r.page.Sections[before]
	s.Title, s.Text = strings.TrimSpace(s.Text), ""
	s.ID = r.anchor(s.Title)
	if r.page.Title == "" {
		r.page.Title = s.Title
	}
	fmt.Fprintf(&r.out, "<h%d id=%q>%s</h%[1]d>\n", level, s.ID, text)
}

// anchor returns the anchor of a heading, as GitHub makes it.
func (r *renderer) anchor(title string) string {
	id := strings.Map(func(c rune) rune {
		switch {
		case c == ' ':
			return '-'
		case c == '-' || c == '_' || unicode.IsLetter(c) || unicode.IsNumber(c):
			return unicode.ToLower(c)
		}
		return -1
	}, title)
	n := r.anchors[id]
	r.anchors[id]++
	if n > 0 {
		id = fmt.Sprintf("%s-%d", id, n)
	}
	return id
}

// table renders a table, and returns the index of the line after it.
func (r *renderer) table(lines []string, i int) int {
	row := func(line, tag string) {
		r.out.WriteString("<tr>")
		for _, cell := range cells(line) {
			fmt.Fprintf(&r.out, "<%s>%s</%[1]s>", tag, r.spans(cell))
			r.text("\n")
		}
		r.out.WriteString("</tr>\n")
	}
	r.out.WriteString("<div class=\"wide\" tabindex=\"0\"><table>\n<thead>")
	row(lines[i], "th")
	r.out.WriteString("</thead>\n<tbody>")
	for i += 2; i < len(lines) && strings.HasPrefix(lines[i], "|"); i++ {
		row(lines[i], "td")
	}
	r.out.WriteString("</tbody></table></div>\n")
	return i
}

// cells returns the cells of a row of a table, in which \| is a bar.
func cells(line string) (list []string) {
	line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|")
	cell := ""
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && i+1 < len(line) && line[i+1] == '|':
			cell += "|"
			i++
		case line[i] == '|':
			list, cell = append(list, strings.TrimSpace(cell)), ""
		default:
			cell += line[i : i+1]
		}
	}
	return append(list, strings.TrimSpace(cell))
}

// list renders a list, and returns the index of the line after it.
func (r *renderer) list(lines []string, i int) int {
	tag := "ul"
	if m := marker.FindStringSubmatch(lines[i]); m[2] != "-" && m[2] != "*" {
		tag = fmt.Sprintf("ol start=%q", strings.TrimSuffix(m[2], "."))
	}
	r.out.WriteString("<" + tag + ">\n")
	for i < len(lines) && marker.MatchString(lines[i]) {
		head := marker.FindString(lines[i])
		body, blank := []string{lines[i][len(head):]}, false
		for i++; i < len(lines); i++ {
			line := lines[i]
			indent := len(line) - len(strings.TrimLeft(line, " "))
			empty := strings.TrimSpace(line) == ""
			if !empty && (indent == 0 && (blank || endsParagraph(lines, i) || marker.MatchString(line))) {
				break
			}
			blank = empty
			body = append(body, line[min(indent, len(head)):])
		}
		r.out.WriteString("<li>")
		from := r.out.Len()
		r.blocks(body)
		// An item of one paragraph needs no space around it.
		if text := r.out.String()[from:]; strings.Count(text, "<p>") == 1 && strings.HasPrefix(text, "<p>") {
			all := r.out.String()[:from] + strings.Replace(strings.TrimPrefix(text, "<p>"), "</p>", "", 1)
			r.out.Reset()
			r.out.WriteString(all)
		}
		r.out.WriteString("</li>\n")
	}
	r.out.WriteString("</" + tag[:2] + ">\n")
	return i
}

// spans renders the marks in a line or a paragraph.
func (r *renderer) spans(src string) string {
	var out strings.Builder
	plain := ""
	flush := func() {
		r.text(plain)
		out.WriteString(html.EscapeString(plain))
		plain = ""
	}
	for i := 0; i < len(src); {
		rest := src[i:]
		switch c := src[i]; {
		case c == '\\' && len(rest) > 1 && strings.IndexByte("\\`*_{}[]()#+-.!<>|~\"'&", rest[1]) >= 0:
			plain += rest[1:2]
			i += 2
		case c == '`':
			ticks := rest[:len(rest)-len(strings.TrimLeft(rest, "`"))]
			body, _, ok := strings.Cut(rest[len(ticks):], ticks)
			if !ok {
				plain += ticks
				i += len(ticks)
				continue
			}
			flush()
			i += len(body) + 2*len(ticks)
			body = strings.ReplaceAll(body, "\n", " ")
			if len(ticks) > 1 {
				body = strings.TrimSpace(body)
			}
			r.text(body)
			out.WriteString("<code>" + html.EscapeString(body) + "</code>")
		case c == '!' && picture.MatchString(rest):
			flush()
			m := picture.FindStringSubmatch(rest)
			fmt.Fprintf(&out, `<img src="%s" alt="%s" loading="lazy">`, html.EscapeString(r.to(m[2])), html.EscapeString(m[1]))
			i += len(m[0])
		case c == '[' && anchor.MatchString(rest):
			flush()
			m := anchor.FindStringSubmatch(rest)
			fmt.Fprintf(&out, `<a href="%s">%s</a>`, html.EscapeString(r.to(m[2])), r.spans(m[1]))
			i += len(m[0])
		case c == '*':
			mark := "*"
			if strings.HasPrefix(rest, "**") {
				mark = "**"
			}
			end := closing(rest, mark)
			if end < 0 {
				plain += mark
				i += len(mark)
				continue
			}
			flush()
			tag := map[string]string{"*": "em", "**": "strong"}[mark]
			fmt.Fprintf(&out, "<%s>%s</%[1]s>", tag, r.spans(rest[len(mark):end]))
			i += end + len(mark)
		default:
			plain += rest[:1]
			i++
		}
	}
	flush()
	return out.String()
}

// closing returns the index of the mark that closes the one at the begin of a text, or -1.
func closing(text, mark string) int {
	if len(text) <= len(mark) || text[len(mark)] == ' ' || text[len(mark)] == '\n' {
		return -1
	}
	for i := len(mark); i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == '`':
			if end := strings.IndexByte(text[i+1:], '`'); end >= 0 {
				i += end + 1
			}
		case strings.HasPrefix(text[i:], mark):
			if mark == "*" && strings.HasPrefix(text[i:], "**") {
				i++
				continue
			}
			if text[i-1] != ' ' {
				if mark == "**" && strings.HasPrefix(text[i:], "***") {
					i++ // the first one closes what is within
				}
				return i
			}
		}
	}
	return -1
}

// to returns the address for a destination. One that could run a script leads nowhere.
func (r *renderer) to(dest string) string {
	if r.link != nil {
		dest = r.link(dest)
	}
	if scheme, _, ok := strings.Cut(dest, ":"); ok && !strings.ContainsAny(scheme, "/?#") && scheme != "http" && scheme != "https" && scheme != "mailto" {
		return "#"
	}
	return dest
}

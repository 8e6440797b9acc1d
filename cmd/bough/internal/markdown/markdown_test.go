package markdown

import (
	"strings"
	"testing"
)

func TestRender(t *testing.T) {
	for src, want := range map[string]string{
		"# A `b`, c\ntext":                                `<h1 id="a-b-c">A <code>b</code>, c</h1> <p>text</p>`,
		"## x\n\n## x":                                    `<h2 id="x">x</h2> <h2 id="x-1">x</h2>`,
		"a **b *c*** `d*` \\* e":                          `<p>a <strong>b <em>c</em></strong> <code>d*</code> * e</p>`,
		"- a\n  b\n\n  c\n- d\n\ne":                       `<ul> <li><p>a b</p> <p>c</p> </li> <li>d </li> </ul> <p>e</p>`,
		"3. a\n   > b\n4. c":                              `<ol start="3"> <li><p>a</p> <blockquote><p>b</p> </blockquote> </li> <li>c </li> </ol>`,
		"| a | b |\n|---|---|\n| `x \\| y` | [z](q.md) |": `<div class="wide" tabindex="0"><table> <thead><tr><th>a</th><th>b</th></tr> </thead> <tbody><tr><td><code>x | y</code></td><td><a href="q.md">z</a></td></tr> </tbody></table></div>`,
		"```lua\nif a < b\n```\nx":                        `<pre tabindex="0"><code>if a &lt; b</code></pre> <p>x</p>`,
		"<!-- a\nb -->\n<b onclick=\"x\">":                `<p>&lt;b onclick=&#34;x&#34;&gt;</p>`,
		"[a](javascript:b) ![c](d.png)":                   `<p><a href="#">a</a> <img src="d.png" alt="c" loading="lazy"></p>`,
		"a * b ** c ` d _e_":                              "<p>a * b ** c ` d _e_</p>",
	} {
		if got := strings.Join(strings.Fields(Render(src, nil, nil).HTML), " "); got != want {
			t.Errorf("%q\n got %s\nwant %s", src, got, want)
		}
	}
	p := Render("# T\none `two`s\n\n| a | b |\n|--|--|\n| c | d |\n## U\nx", nil, nil)
	if p.Title != "T" || len(p.Sections) != 2 || p.Sections[0].Text != "one twos a b c d" || p.Sections[1].ID != "u" {
		t.Errorf("%+v", p)
	}
}

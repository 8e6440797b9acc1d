package graph

import "regexp"

// style is the style sheet of a picture. It has colors for light and dark pages. For programs without variables in
// style sheets, such as librsvg, the light color is declared before each use of a variable.
var style = withPlainColors(sheet)

var (
	variable = regexp.MustCompile(`--([a-z-]+):(#[0-9a-f]{6})`)
	colored  = regexp.MustCompile(`(fill|stroke):var\(--([a-z-]+)\)`)
)

// withPlainColors returns a style sheet in which the first value of a variable is declared before each of its uses.
func withPlainColors(sheet string) string {
	light := map[string]string{}
	for _, m := range variable.FindAllStringSubmatch(sheet, -1) {
		if light[m[1]] == "" {
			light[m[1]] = m[2]
		}
	}
	return colored.ReplaceAllStringFunc(sheet, func(use string) string {
		m := colored.FindStringSubmatch(use)
		return m[1] + ":" + light[m[2]] + ";" + use
	})
}

const sheet = `<style>
svg{--bg:#fbfaf7;--ink:#23282f;--soft:#626b77;--line:#a9b0ba;--tint:#5b7fb3;--behavior:#e3f1e5;--behavior-b:#4c9a5b;--chooser:#fdeecb;--chooser-b:#c98a12;--composite:#dfeaf9;--composite-b:#3f74b8;--decorator:#ece3f8;--decorator-b:#8457bd;--leaf:#edeef0;--leaf-b:#7b8490;--condition:#fde4da;--condition-b:#c8633a;--inclusion:#dbf1f2;--inclusion-b:#2a8f97;--slot:#ffffff;--slot-b:#7b8490;--guard:#a8431b;--added:#1f9a45;--removed:#cf2b33;--changed:#cc8400;--moved:#7d4bd1}
@media(prefers-color-scheme:dark){svg{--bg:#14181d;--ink:#e8ebef;--soft:#a3adb9;--line:#5a6572;--tint:#7ba6e0;--behavior:#1c3222;--behavior-b:#5db36d;--chooser:#3a2e12;--chooser-b:#dba63a;--composite:#1b2c44;--composite-b:#6b9fe0;--decorator:#2e2340;--decorator-b:#ab84df;--leaf:#272d34;--leaf-b:#8b96a3;--condition:#3c2419;--condition-b:#e08a62;--inclusion:#143336;--inclusion-b:#4fb9c1;--slot:#1a1f25;--slot-b:#8b96a3;--guard:#f2a27f;--added:#4fcf75;--removed:#ff6b70;--changed:#f0b43c;--moved:#b893ff}}
.bg{fill:var(--bg)}text{font-family:"Helvetica Neue",Helvetica,Arial,"Liberation Sans",sans-serif;fill:var(--ink)}
.p,.g,.i,.r{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace}
.h{font-size:20px;font-weight:700}.d{font-size:13px;fill:var(--soft)}.t{font-size:14px;font-weight:700}.p{font-size:12px}.g{font-size:12px;fill:var(--guard)}.n{font-size:11.5px;font-style:italic;fill:var(--soft)}.i{font-size:11px;fill:var(--soft)}.r{font-size:12px;fill:var(--changed)}
.e{fill:none;stroke:var(--line);stroke-width:1.6}.group{fill:var(--tint);fill-opacity:.09;stroke:var(--tint);stroke-opacity:.35}
.c{stroke-width:1.5}.behavior .c{fill:var(--behavior);stroke:var(--behavior-b)}.chooser .c{fill:var(--chooser);stroke:var(--chooser-b)}.composite .c{fill:var(--composite);stroke:var(--composite-b)}.decorator .c{fill:var(--decorator);stroke:var(--decorator-b)}.leaf .c{fill:var(--leaf);stroke:var(--leaf-b)}.condition .c{fill:var(--condition);stroke:var(--condition-b)}.inclusion .c{fill:var(--inclusion);stroke:var(--inclusion-b)}.slot .c{fill:var(--slot);stroke:var(--slot-b);stroke-dasharray:5 4}
.added .c,.removed .c,.changed .c,.moved .c{stroke-width:3}.added .c{stroke:var(--added)}.changed .c{stroke:var(--changed)}.moved .c{stroke:var(--moved)}.moved .r{fill:var(--moved)}.added .r{fill:var(--added)}.removed .r{fill:var(--removed)}.removed .c{stroke:var(--removed);stroke-dasharray:6 4;fill-opacity:.25}.removed .t{text-decoration:line-through}
.disabled{opacity:.45}
</style>
`

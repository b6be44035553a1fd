package page

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/drawing"
)

// A Theme says for which screens the colours are.
type Theme string

const (
	Auto  Theme = "auto" // as the reader's screen is
	Light Theme = "light"
	Dark  Theme = "dark"
)

// A palette is the colours of a class: its ground and its mark.
type palette struct{ ground, mark string }

// A scheme is the colours for one kind of screen. In each, texts have a contrast of at
// least 4.5 to the grounds that they are on; a test holds that.
type scheme struct {
	paper, frame, inner, border string
	text, faint, wire, stripe   string
	static, dependent, shadow   string
	classes                     [drawing.Classes]palette
}

var light = scheme{
	paper: "#ffffff", frame: "#f8fafc", inner: "#ffffff", border: "#cbd5e1",
	text: "#0f172a", faint: "#475569", wire: "#64748b", stripe: "#e2e8f0",
	static: "#15803d", dependent: "#b91c1c", shadow: "#eef2f7",
	classes: [drawing.Classes]palette{
		drawing.Contraction: {"#dbeafe", "#2563eb"}, drawing.Elementwise: {"#d1fae5", "#059669"},
		drawing.Reduction: {"#ffedd5", "#ea580c"}, drawing.View: {"#e2e8f0", "#64748b"},
		drawing.Data: {"#fef3c7", "#d97706"}, drawing.Control: {"#ede9fe", "#7c3aed"},
		drawing.Call: {"#e0e7ff", "#4f46e5"}, drawing.Parallel: {"#cffafe", "#0891b2"},
		drawing.Effect: {"#fee2e2", "#dc2626"}, drawing.Other: {"#f1f5f9", "#475569"},
		drawing.Parameter: {"#ffffff", "#334155"}, drawing.Constant: {"#ffffff", "#94a3b8"},
		drawing.Outcome: {"#334155", "#334155"}, drawing.Several: {"#f1f5f9", "#94a3b8"},
	},
}

var dark = scheme{
	paper: "#0b1120", frame: "#111827", inner: "#0f172a", border: "#334155",
	text: "#f1f5f9", faint: "#a8b5c7", wire: "#8494a9", stripe: "#1e293b",
	static: "#4ade80", dependent: "#f87171", shadow: "#182235",
	classes: [drawing.Classes]palette{
		drawing.Contraction: {"#172f63", "#60a5fa"}, drawing.Elementwise: {"#0b3b31", "#34d399"},
		drawing.Reduction: {"#4a2410", "#fb923c"}, drawing.View: {"#283548", "#94a3b8"},
		drawing.Data: {"#44310b", "#fbbf24"}, drawing.Control: {"#35236b", "#a78bfa"},
		drawing.Call: {"#2b2a66", "#818cf8"}, drawing.Parallel: {"#0c3b47", "#22d3ee"},
		drawing.Effect: {"#4c1919", "#f87171"}, drawing.Other: {"#243042", "#94a3b8"},
		drawing.Parameter: {"#0f172a", "#cbd5e1"}, drawing.Constant: {"#0f172a", "#64748b"},
		drawing.Outcome: {"#cbd5e1", "#cbd5e1"}, drawing.Several: {"#1c2738", "#64748b"},
	},
}

// rules are the style sheet's lines for a scheme, each after a selector of what the
// picture is in.
func (c scheme) rules(within string) string {
	var b strings.Builder
	add := func(format string, args ...any) { b.WriteString(rule(within, fmt.Sprintf(format, args...))) }
	add(".paper{fill:%s}", c.paper)
	add(".frame{fill:%s;stroke:%s}", c.frame, c.border)
	add(".inner{fill:%s;stroke:%s}", c.inner, c.border)
	add(".behind{fill:%s;stroke:%s}", c.shadow, c.border)
	add("text{fill:%s}", c.text)
	add(".faint{fill:%s}", c.faint)
	add(".type{fill:%s}", c.faint)
	add(".wire,.tree{stroke:%s}", c.wire)
	add(".arrow,.port{fill:%s}", c.wire)
	add("text.static,.static-mark{fill:%s}", c.static)
	add("text.dependent{fill:%s}", c.dependent)
	add(".dependent-mark,.dependent-line{stroke:%s}", c.dependent)
	add(".gives{fill:%s}", c.inner)
	for i, p := range c.classes {
		class := drawing.Class(i)
		add(".%s{fill:%s;stroke:%s}", css(class), p.ground, p.mark)
	}
	return b.String()
}

// rule puts what elements are in before the selectors of a rule.
func rule(within, text string) string {
	selectors, body, _ := strings.Cut(text, "{")
	return within + " " + strings.ReplaceAll(selectors, ",", ","+within+" ") + "{" + body + "\n"
}

// css is what a class is called in the style sheet.
func css(c drawing.Class) string { return "k-" + c.String() }

// form is what does not depend on the colours.
var form = []string{
	"text{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;font-size:10px}",
	".name{font-size:12px}", ".caption{font-size:12px;font-weight:bold}", ".arg{font-size:10.5px}", ".title{font-size:14px;font-weight:bold}",
	".wire{fill:none;stroke-width:1.3;stroke-linejoin:round}", ".carried{stroke-dasharray:4 3}", ".tree{fill:none;stroke-width:1.2}",
	".frame,.inner,.behind,.line{stroke-width:1}", ".ring{fill:none;stroke:none;pointer-events:all}",
	".dependent-mark,.dependent-line{fill:none;stroke-width:1.4;stroke-dasharray:3 2}",
}

// Selectors of what pages say of their screen: by an attribute, or as VS Code does.
const (
	darkPage  = ":is([data-theme=dark],.vscode-dark,.vscode-high-contrast)"
	lightPage = ":is([data-theme=light],.vscode-light,.vscode-high-contrast-light)"
)

// scope is the class of a picture with the colours of a theme: pictures of different
// themes are on one page, with other things that have classes.
func scope(t Theme) string { return "fraccheck-" + string(t) }

// themed is a style sheet of a theme for what is inside of a selector.
func themed(own string, t Theme, form []string, rules func(c scheme, within string) string) string {
	var b strings.Builder
	for _, text := range form {
		b.WriteString(rule(own, text))
	}
	switch t {
	case Light:
		b.WriteString(rules(light, own))
	case Dark:
		b.WriteString(rules(dark, own))
	default:
		b.WriteString(rules(light, own) + "@media (prefers-color-scheme:dark){\n" + rules(dark, own) + "}\n")
		b.WriteString(rules(dark, darkPage+" "+own) + rules(light, lightPage+" "+own))
	}
	return b.String()
}

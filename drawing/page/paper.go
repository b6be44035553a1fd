package page

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/drawing"
)

// A Role is what a colour of a picture is for.
type Role string

const (
	Paper Role = "paper"
	Text  Role = "text"
	Faint Role = "faint"
	Mark  Role = "mark"
)

// roles are the colours of a scheme by what they are for.
func (c scheme) roles() map[Role]string {
	return map[Role]string{Paper: c.paper, Text: c.text, Faint: c.faint, Mark: c.classes[drawing.Contraction].mark}
}

// Screens gives a picture that was drawn for white paper, by other means than these, the
// colours of the reader's screen. Its own colours, as `#RRGGBB`, have roles; any other stays.
func Screens(svg []byte, roles map[string]Role) []byte {
	text := string(svg)
	start := strings.Index(text, "<svg ")
	if start < 0 {
		return svg
	}
	end := start + strings.IndexByte(text[start:], '>') + 1
	if end <= start {
		return svg
	}
	var b bytes.Buffer
	b.WriteString(text[:start] + `<svg class="` + chartScope + `" ` + strings.TrimPrefix(text[start:end], "<svg "))
	b.WriteString("<style>" + roleSheet() + "</style>")
	b.WriteString(inRoles(text[end:], roles))
	return b.Bytes()
}

// chartScope is the class of such a picture.
const chartScope = "fraccheck-chart"

// roleSheet has the colours of each role, for each kind of screen.
func roleSheet() string {
	own := "." + chartScope
	return rule(own, "{"+light.variables()+"}") +
		"@media (prefers-color-scheme:dark){\n" + rule(own, "{"+dark.variables()+"}") + "}\n" +
		rule(darkPage+" "+own, "{"+dark.variables()+"}") + rule(lightPage+" "+own, "{"+light.variables()+"}")
}

func (c scheme) variables() string {
	colours := c.roles()
	var b strings.Builder
	for _, role := range []Role{Paper, Text, Faint, Mark} {
		fmt.Fprintf(&b, "--%s-%s:%s;", chartScope, role, colours[role])
	}
	return b.String()
}

// inRoles writes the variable of its role for each colour.
func inRoles(text string, roles map[string]Role) string {
	var pairs []string
	for colour, role := range roles {
		variable := fmt.Sprintf("var(--%s-%s)", chartScope, role)
		for _, property := range []string{"fill:", "stroke:"} {
			pairs = append(pairs, property+colour, property+variable)
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

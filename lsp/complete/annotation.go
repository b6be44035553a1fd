package complete

import (
	"cmp"
	"strings"

	"github.com/fraccheck/fraccheck/internal/excerpt"
)

// longestAnnotation is how many characters of a type follow a name.
const longestAnnotation = 80

// Annotation is what follows a candidate in its row: the type, as it would be written after
// the name, and in a column of its own where the name comes from, or what it is.
func (c *Candidate) Annotation() (annotation, description string) {
	switch {
	case c.Import != "":
		return annotated(c.Detail), `import "` + c.Import + `"`
	case c.object != nil && c.object.Decl != nil && c.object.Cons == nil:
		return "", "data type"
	case c.object != nil && c.Kind == Type:
		return "", "type"
	case c.object != nil && c.object.Cons != nil:
		return annotated(detail(valueType(c.object))), c.object.Cons.Of.Name
	case c.object != nil:
		return annotated(detail(c.object.Type)), c.origin
	case c.operator != nil:
		parameters := make([]string, len(c.operator.Params))
		for i, p := range c.operator.Params {
			parameters[i] = ParameterForm(p)
		}
		return excerpt.Of("("+strings.Join(parameters, ", ")+")", longestAnnotation), "operator"
	case typed[c.Kind]:
		return annotated(c.Detail), ""
	}
	return "", cmp.Or(c.Detail, c.note)
}

// typed are the kinds whose Detail is a type.
var typed = map[Kind]bool{Local: true, Field: true}

// annotated is a type after the name that has it: a function's without its keyword, as in a
// definition.
func annotated(text string) string {
	switch {
	case text == "":
		return ""
	case strings.HasPrefix(text, "fn"):
		text = text[len("fn"):]
	case text[0] != '(' || !strings.Contains(text, "->"):
		text = ": " + text
	}
	return excerpt.Of(text, longestAnnotation)
}

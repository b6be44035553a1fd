package optimize

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Steps writes, for a reader, how the changed definitions of a result become what they are: each in all
// its forms, from the text on, with the rule that leads to it and its cost. It is text of the language,
// with the words in comments, so that an editor shows it as a document of its own.
func (r *Result) Steps(metric Metric) string {
	var out strings.Builder
	for _, c := range r.Changes {
		if c.Changed {
			c.steps(&out, r.Before.File().Item(c.Item), metric)
		}
	}
	if out.Len() > 0 {
		return out.String()
	}
	fmt.Fprintf(&out, "# No form was found that has less %s.\n", metric)
	for _, c := range r.Changes {
		fmt.Fprintf(&out, "# %s: %s\n", c.Name, strings.ReplaceAll(c.Reason, "\n", " "))
	}
	return out.String()
}

// steps writes the forms of one definition.
func (c *Change) steps(out *strings.Builder, before *syntax.Item, metric Metric) {
	fmt.Fprintf(out, "# %s: %s %s, before %s\n\n# The text\n%s\n\n", c.Name, metric, c.After.Text, c.Before.Text, trimmed(before.Text))
	last := trimmed(before.Text)
	for i, s := range c.Steps {
		fmt.Fprintf(out, "# %d. %s: %s %s\n", i+1, s.Rule, metric, s.After)
		if text := trimmed(s.Text); text != "" && text != last {
			fmt.Fprintf(out, "%s\n", text)
			last = text
		}
		out.WriteString("\n")
	}
	if text := trimmed(c.Text); text != last {
		fmt.Fprintf(out, "# The form that is taken\n%s\n\n", text)
	}
}

func trimmed(text string) string { return strings.TrimSpace(text) }

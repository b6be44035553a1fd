package hover

import (
	"context"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"github.com/fraccheck/fraccheck/lsp/card"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/typecheck"
)

// describeCost shows what calling a definition costs at most, and what the sizes are
// that the bounds depend on.
//
// Only definitions have bounds. Where the time of a hover is not enough, the bound is left out, not the
// hover.
func describeCost(ctx context.Context, c *request.Cursor, shown *card.Card, o *typecheck.Object) {
	if o.Kind != typecheck.DefObject {
		return
	}
	source, i := home(c, o)
	if source == nil {
		return
	}
	cost, err := c.View.Cost(ctx, source, i)
	if err != nil || cost == nil || cost.Loss != nil && cost.Loss.Reason == complexity.NoBody {
		return
	}
	cost.Explain(ctx, c.View.Snapshot)
	shown.Prose(costText(cost.Configured(c.View.Snapshot)))
}

// home is the file in which a definition is, and its item; none for those of the
// prelude.
func home(c *request.Cursor, o *typecheck.Object) (*workspace.Source, int) {
	for _, source := range c.View.Finder().Reachable(c.Source) {
		if i, ok := source.Index(o.Item); ok {
			return source, i
		}
	}
	return nil, 0
}

// costText lists bounds and the sizes in them; or why there is no bound.
//
// Sizes are explained only where a bound that is shown depends on them.
func costText(c *cost.Cost) string {
	var lines []string
	var unknown lossNames
	var bounds strings.Builder
	for _, k := range contract.Keys {
		if k.Metric == complexity.Tick {
			continue
		}
		if text := c.Text(k.Metric); text != "" {
			line := fmt.Sprintf("- %s at most `%s`%s", k.Name, text, k.Unit)
			if condition := c.Condition(k.Metric); condition != "" {
				line += ", " + condition
			}
			lines = append(lines, line)
			bounds.WriteString(text + " ")
		} else {
			unknown.add(k.Name, reasonText(c.Lost(k.Metric)))
		}
	}
	lines = append(lines, unknown.lines...)
	if c.Ends.Explains() {
		lines = append(lines, "- "+c.Ends.Text())
	}
	for i, size := range c.Sizes {
		if request.DependsOn(bounds.String(), size) {
			lines = append(lines, fmt.Sprintf("- `%s`: %s", size, c.Meanings[i]))
		}
	}
	if steps := c.Steps(complexity.Work); len(steps) > 0 {
		lines = append(lines, "- the leading term of work: "+strings.Join(stepTexts(steps), ", "))
	}
	if assumed := c.Assumed(); assumed != nil {
		lines = append(lines, fmt.Sprintf("- assumed in fraccheck.toml: `%s`", assumed))
	}
	return "costs\n" + strings.Join(lines, "\n")
}

// lossNames lists metrics without a bound with the reasons, those side by side that have the
// same one together.
type lossNames struct {
	lines  []string
	reason string
}

func (u *lossNames) add(name, reason string) {
	if last := len(u.lines) - 1; last >= 0 && u.reason == reason {
		u.lines[last] = strings.Replace(u.lines[last], " unknown: ", ", "+name+" unknown: ", 1)
		return
	}
	u.lines, u.reason = append(u.lines, fmt.Sprintf("- %s unknown: %s", name, reason)), reason
}

// reasonText is why there is no bound, with what follows it and what a bound needs.
func reasonText(l *complexity.Loss) string {
	text := l.String()
	if origin := l.Origin(); origin != "" {
		text += ": " + origin
	}
	if remedy := l.Remedy(); remedy != "" {
		text += "; " + remedy
	}
	return text
}

// stepTexts say from which calls a bound comes, with their lines.
func stepTexts(steps []workspace.Related) []string {
	var texts []string
	for _, s := range steps {
		start, _ := s.Range()
		texts = append(texts, fmt.Sprintf("%s (%s:%d)", strings.TrimSuffix(s.Message, " here"), s.Source.Name, start.Line))
	}
	return texts
}

package page

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/drawing"
)

// longestRow is how many characters the arguments in a row have at most.
const longestRow = 46

// args are the arguments of a step as they are shown: none where wires lead to all of
// them, and not the one that a wire leads to before all others.
func args(s *drawing.Step) string {
	var shown []string
	written, wired := 0, 0
	for _, a := range s.Args {
		if strings.HasPrefix(a.Text, drawing.Wired) {
			wired++
		} else if a.Text != drawing.Function {
			written++
		}
		shown = append(shown, a.Text)
	}
	if written == 0 {
		return ""
	}
	if wired == 1 && shown[0] == drawing.Wired {
		shown = shown[1:]
	}
	text := []rune(strings.Join(counts(shown), ", "))
	if len(text) > longestRow {
		text = append(text[:longestRow-1], '…')
	}
	return string(text)
}

// counts writes arguments that repeat themselves once.
func counts(all []string) (shown []string) {
	for i := 0; i < len(all); {
		n := 1
		for i+n < len(all) && all[i+n] == all[i] {
			n++
		}
		if n > 3 {
			shown = append(shown, fmt.Sprintf("%d × %s", n, all[i]))
		} else {
			shown = append(shown, all[i:i+n]...)
		}
		i += n
	}
	return shown
}

// rowName is what a row of a box is called.
func (s *shape) rowName(i int) string {
	if i == 0 && s.Form == drawing.Summary {
		return strings.TrimPrefix(s.Steps[0].Name+" ", "… ") + "… " + counted(s.Operators, "operator")
	}
	return s.Steps[i].Name
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (s *shape) rowWidth(i int) float64 {
	w := 2*padding + 4 + width(s.rowName(i), nameSize)
	if text := args(&s.Steps[i]); text != "" {
		w += 7 + width(text, argSize)
	}
	return w
}

// headText is what is on a frame.
func headText(b *drawing.Box) (name, rest string) {
	if b.Form == drawing.Repeat {
		return fmt.Sprintf("× %d", b.Times), ""
	}
	if b.Head().Class == drawing.Several && b.Count() > few {
		return b.Head().Name, counted(b.Count(), "operator")
	}
	return b.Head().Name, args(b.Head())
}

// few is how many operators a definition has of which the number is not said.
const few = 24

func (s *shape) headWidth() float64 {
	name, rest := headText(s.Box)
	return 2*margin + width(name, nameSize)*bold + 8 + width(rest, argSize)
}

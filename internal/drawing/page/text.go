package page

import "github.com/fraccheck/fraccheck/internal/drawing"

// TreesText draws structure trees with the characters of a terminal.
func TreesText(trees []drawing.TypeTree) []byte {
	w := &writer{}
	of := ""
	for i, t := range trees {
		if i > 0 {
			w.WriteString("\n")
		}
		if t.Of != of || t.Name == "" {
			of = t.Of
			w.WriteString(of + "\n")
		}
		if t.Name != "" {
			w.WriteString(t.Title() + "\n")
		}
		w.WriteString(t.Root.String() + "\n")
	}
	return []byte(w.String())
}

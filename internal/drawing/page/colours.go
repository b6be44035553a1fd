package page

// Colours are those of a picture for one kind of screen, as a script of a page takes them.
type Colours struct {
	Paper   string      `json:"paper"`
	Frame   string      `json:"frame"` // of items, and of every second frame in another
	Inner   string      `json:"inner"`
	Border  string      `json:"border"`
	Text    string      `json:"text"`
	Faint   string      `json:"faint"`
	Wire    string      `json:"wire"`
	Accent  string      `json:"accent"`  // of what is selected
	Classes [][2]string `json:"classes"` // by drawing.Class: the ground and the mark
}

// ColoursOf are those of the light or the dark theme.
func ColoursOf(t Theme) Colours {
	s, accent := light, "#1d4ed8"
	if t == Dark {
		s, accent = dark, "#8ab4ff"
	}
	c := Colours{s.paper, s.frame, s.inner, s.border, s.text, s.faint, s.wire, accent, nil}
	for _, p := range s.classes {
		c.Classes = append(c.Classes, [2]string{p.ground, p.mark})
	}
	return c
}

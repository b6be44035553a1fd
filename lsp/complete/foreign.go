package complete

import "strings"

// foreign are the names of other files that go on from the word, with the edits that import them.
// They come after what the file sees. Nothing is looked for before a letter is typed: the list
// would be that of the whole workspace.
func (s *scene) foreign(isType bool) []Candidate {
	letters := strings.TrimLeft(s.word.typed, "%@")
	if s.outside.Names == nil || letters == "" || s.word.kind == localWord {
		return nil
	}
	names, all := s.outside.Names(letters, isType)
	s.partial = s.partial || !all
	var found []Candidate
	for i, n := range names {
		if s.word.kind == globalWord && n.Kind != Global {
			continue
		}
		c := Candidate{
			Label: n.Name, Kind: n.Kind, Detail: n.Type, Text: n.Name, Import: n.Import, Edit: &n.Edit,
			Lookup: Reference{Kind: n.Kind, Name: n.Name, Path: n.Path},
			cost:   foreignCost + i, fit: unknown, class: farClass,
		}
		if strings.HasPrefix(n.Type, "fn") && !s.expectation().isFunction() {
			s.call(&c, !strings.HasPrefix(n.Type, "fn()"))
		}
		c.joinEdit(s.word.span.Start + s.piece.start)
		found = append(found, c)
	}
	return found
}

// foreignCost puts names that have to be imported after all others.
const foreignCost = 1000

// joinEdit writes the import with the name where both are at one place: edits at one place have no
// order.
func (c *Candidate) joinEdit(at int32) {
	if c.Edit.Span.Start != at {
		return
	}
	if c.Snippet != "" {
		c.Snippet = escapeText(c.Edit.NewText) + c.Snippet
	}
	c.Text, c.Edit = c.Edit.NewText+c.Text, nil
}

package complete

import (
	"path"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// inString completes a string that is the value of an attribute.
func (s *scene) inString(files func(dir string) []string) List {
	p, ok := s.attributeAround()
	if !ok || s.item.Kind(s.above(1)) != syntax.NamedArg {
		return List{}
	}
	var found []Candidate
	for _, c := range s.valuesAt(p) {
		if c.Text[0] == '"' {
			c.Filter = c.Text
			found = append(found, c)
		}
	}
	return s.ranked(found)
}

// paths are the files and folders that the path in an import may go on with. A
// folder's name ends in a slash, so that the next one can be asked for.
func (s *scene) paths(files func(dir string) []string) List {
	typed := strings.TrimPrefix(s.word.typed, `"`)
	dir := typed[:strings.LastIndexByte(typed, '/')+1]
	var found []Candidate
	for i, name := range files(dir) {
		c := Candidate{Label: name, Kind: File, Filter: `"` + dir + name, Text: `"` + dir + name + `"`, fit: fits, order: i}
		if strings.HasSuffix(name, "/") {
			c.Kind = Folder
			c.Text = strings.TrimSuffix(c.Text, `"`)
		}
		c.Detail = path.Join(dir, name)
		found = append(found, c)
	}
	return s.ranked(found)
}

package complete

import (
	"context"
	"path"
	"strings"

	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An Outside is what the other files have. Each part may be nil.
type Outside struct {
	// Files lists what the path of an import may go on with after a folder.
	Files func(dir string) []string
	// Names are those that begin with some letters and can be imported, of values or of types, the
	// best first. They are not all where there was no time to look.
	Names func(letters string, isType bool) (found []Foreign, all bool)
}

// A Foreign is a name that another file declares, and the edit that imports the file.
type Foreign struct {
	Name   string
	Kind   Kind   // Global, Constructor or Type
	Type   string // as far as it is written
	Path   string // of the file
	Import string // the path of the import
	Edit   workspace.Edit
}

// At lists what can be written at an offset of a source, as module sees it and with what is outside.
// Where the context ends, there is nothing.
//
// The work is bounded by largestPiece and ends with the context: steps.Run catches the stop that the
// checker makes when the context ends.
func At(ctx context.Context, source *workspace.Source, module *typecheck.Module, at int32, outside Outside) (found List) {
	s := newScene(source, module, at)
	if s == nil {
		return List{}
	}
	s.ctx, s.outside = ctx, outside
	if steps.Run(func() { found = s.list() }) != nil {
		return List{}
	}
	return found
}

// list reads the piece with the stand-in and lists what belongs there. Strings and fields are decided
// by the word itself, the rest by the tree.
func (s *scene) list() List {
	s.read(s.word)
	switch {
	case s.before().Word == syntax.WordImport && (s.word.kind == bareWord || s.word.kind == stringWord):
		return s.paths()
	case s.word.kind == stringWord:
		return s.inString()
	case s.word.kind == fieldWord:
		return s.ranked(append(s.fields(), s.behindExpression()...))
	}
	return s.ranked(s.place()(s))
}

// A filler lists the candidates of one sort of place.
type filler func(*scene) []Candidate

// byWord are places that the word's sigil decides.
var byWord = map[wordKind]filler{
	localWord:  (*scene).localNames,
	globalWord: (*scene).globalNames,
}

// place is what belongs where the stand-in is.
//
// The cases go from the certain to the likely: names of arguments and new names first, where nothing
// else is allowed; then patterns and values of attributes; then what the sigil says; then the kind of
// the node.
func (s *scene) place() filler {
	if !s.inTree() {
		return s.lostPlace()
	}
	n, parent := s.node(), s.above(1)
	if s.item.Kind(n) == syntax.Name && s.item.Kind(parent) == syntax.NamedArg && s.item.NamedArg(parent).Name == n {
		return (*scene).attributeNames
	}
	if s.isNew(n, parent) {
		return nothing
	}
	if s.item.Kind(parent) == syntax.PatCons && s.item.PatCons(parent).Name == n {
		return (*scene).constructorNames
	}
	if _, ok := s.attributeAround(); ok {
		return (*scene).attributeValue
	}
	if fill := byWord[s.word.kind]; fill != nil && !isPattern[s.item.Kind(n)] {
		return fill
	}
	if fill := byNode[s.item.Kind(n)]; fill != nil {
		return fill
	}
	return nothing
}

// byNode are the places of bare words by what the stand-in became.
var byNode = map[syntax.Kind]filler{
	syntax.Name:     (*scene).expression,
	syntax.TypeName: (*scene).typeNames,
	syntax.PatName:  (*scene).patterns,
}

var isPattern = map[syntax.Kind]bool{
	syntax.PatName: true, syntax.PatVar: true, syntax.PatCons: true, syntax.PatTuple: true,
	syntax.PatParen: true, syntax.PatTyped: true,
}

func nothing(*scene) []Candidate { return nil }

// declares are the nodes that begin with a name that is new, or hold such names.
var declares = map[syntax.Kind]bool{
	syntax.ItemDef: true, syntax.ItemData: true, syntax.ItemOpaque: true, syntax.ItemAlias: true,
	syntax.ItemDecl: true, syntax.Constructor: true, syntax.FreeVar: true, syntax.Graph: true,
	syntax.TypeParams: true,
}

// isNew reports whether a node declares a name, so that none that is there
// belongs at its place.
func (s *scene) isNew(n, parent syntax.NodeID) bool {
	kind := s.item.Kind(parent)
	return declares[kind] && (kind == syntax.TypeParams || s.item.NameOf(parent) == n)
}

// lostPlace decides by the token in front where the parser dropped the
// stand-in.
//
// Error recovery drops whole statements. Then the token before the cursor is the best evidence: a
// type after a colon, a pattern after `case`, and an expression elsewhere.
func (s *scene) lostPlace() filler {
	if fill := byWord[s.word.kind]; fill != nil {
		return fill
	}
	switch before := s.before(); {
	case before.Kind == syntax.TokColon, before.Kind == syntax.TokArrow:
		return (*scene).typeNames
	case before.Word == syntax.WordCase:
		return (*scene).patterns
	case before.Word == syntax.WordLet, before.Word == syntax.WordDef, before.Word == syntax.WordData, before.Word == syntax.WordType, before.Word == syntax.WordImport:
		return nothing
	}
	return (*scene).expression
}

// inString completes a string that is the value of an attribute.
func (s *scene) inString() List {
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
//
// Folders keep the string open, so that the next `/` completes again; files close it.
func (s *scene) paths() List {
	if s.outside.Files == nil {
		return List{}
	}
	typed := strings.TrimPrefix(s.word.typed, `"`)
	dir := typed[:strings.LastIndexByte(typed, '/')+1]
	var found []Candidate
	for i, name := range s.outside.Files(dir) {
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

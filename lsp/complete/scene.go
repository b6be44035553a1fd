// Package complete finds what can be written at an offset of a program, and which call is
// around it. It takes a source, its module and a byte offset and returns candidates and
// signatures in bytes.
//
// A program that is being written is broken at the very place that is asked about. So the
// word there is replaced by a name that nothing else has, the stand-in (word.go, scene.go),
// the item is parsed and checked again with it in its place, and the node that it became
// determines what belongs there (context.go): an expression, a pattern, a type, an attribute.
// What is in scope (scope.go) and what type is expected (expect.go) are read off the same
// tree. Where error recovery has dropped the stand-in, the tokens around it decide.
//
// Candidates are ranked by how well their names go with what is typed, and then by how likely they
// are (cost.go): by their role (role.go) and type (fit.go), by what the text around names
// (evidence.go), and by how often programs use them (usage.go). TestMeasure says how well that does.
//
// Read scene.go first, then context.go.
package complete

import (
	"context"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A scene is a place in a program and what is known around it.
//
// Invariant: after read, item is the item with the stand-in in place of the word, at is the
// byte of the stand-in in it, and tokens[token] is the stand-in's token. The stand-in is a name
// that occurs nowhere else, so whatever the checker says of it (its expected type, that it is
// undefined) is about the place and not about the word.
type scene struct {
	source  *workspace.Source
	module  *typecheck.Module // of the file as it is
	ops     op.Table
	block   int // of a document
	piece   piece
	word    word
	ctx     context.Context // of who asks; where it ends, steps.Run is left
	outside Outside
	partial bool // some names of other files are not known yet

	// The tree with the word's stand-in.
	item    *syntax.Item
	path    []syntax.NodeID // from the root to the stand-in; shorter where that was dropped
	at      int32           // of the stand-in, in the item
	standIn string
	info    *typecheck.Info
	tokens  []syntax.Token // of the item
	token   int            // the stand-in's

	seen *evidence // of the tree and the text around, once it is asked for
}

// A piece is the part of a source that is parsed again.
type piece struct {
	text  string
	start int32 // in the source
	at    int32 // the cursor, in the piece
}

// Sizes in bytes: above the first a piece is not checked, so that names have no
// types, above the second it is not even parsed. A single item of such a size
// takes longer than anyone waits.
const (
	largestChecked = 1 << 18
	largestPiece   = 1 << 21
)

// newScene looks at an offset of a source; nil where no program can be written.
func newScene(source *workspace.Source, module *typecheck.Module, at int32) *scene {
	s := &scene{source: source, module: module, ops: module.Ops(), ctx: context.Background()}
	if !s.cut(at) || len(s.piece.text) > largestPiece {
		return nil
	}
	s.word = wordAt(s.piece.text, s.piece.at)
	if s.word.kind == noWord {
		return nil
	}
	return s
}

// cut finds the piece around an offset.
func (s *scene) cut(at int32) bool {
	if s.source.Program() {
		return s.cutItems(at)
	}
	for i, b := range s.source.Blocks {
		if b.Span.Contains(at) {
			s.block = i
			s.piece = piece{s.source.Text()[b.Span.Start:b.Span.End], b.Span.Start, at - b.Span.Start}
			return true
		}
	}
	return false
}

// cutItems takes the item at an offset. Blanks belong to the item after them:
// there the one in front may be what is being written, so it is taken too.
//
// The item in front is taken with the one at the cursor when the cursor is in the blanks between: at
// `def @f() {⏎|⏎def @g` the first one is open and being written, and the second one would be a part of
// it for the parser.
func (s *scene) cutItems(at int32) bool {
	file := s.source.File
	last := file.ItemAt(at)
	if last < 0 {
		return true
	}
	item, first := file.Item(last), last
	front := file.Start(last) + firstByte(item)
	switch {
	case at > front && item.Kind(item.Root) == syntax.ItemMetadata:
		return false
	case at <= front && last > 0:
		first--
	}
	start, end := file.Start(first), file.Start(last)+int32(len(item.Text))
	s.piece = piece{s.source.Text()[start:end], start, at - start}
	return true
}

// firstByte is where an item begins after its blanks and comments.
func firstByte(item *syntax.Item) int32 {
	first := item.Span(item.Root).Start
	for _, a := range item.Attributes {
		first = min(first, item.Span(a).Start)
	}
	if item.Kind(item.Root) == syntax.ItemEmpty {
		return int32(len(item.Text))
	}
	return first
}

// read parses and checks the piece with the stand-in in the word's place.
func (s *scene) read(w word) {
	text, standIn := w.replaced(s.piece.text)
	s.standIn = standIn
	s.check(text, w.span.Start)
	s.path = s.item.NodeAt(s.at)
}

// readAsItIs parses and checks the piece without a stand-in. The cursor is taken
// to be at the end of what precedes it.
func (s *scene) readAsItIs() {
	s.check(s.piece.text, s.piece.at)
	near := s.at
	if before := strings.TrimRight(s.item.Text[:s.at], " \t\r\n"); before != "" {
		near = int32(len(before))
	}
	s.path = s.item.NodeAt(near)
}

// check parses and checks a text for the piece and finds the item at an offset. The piece is a
// module of its own that imports the file as it is: so the definitions of the file have the
// types that were inferred before this edit, and only one item is checked again, whatever the
// size of the file.
func (s *scene) check(text string, at int32) {
	file := syntax.ParseFile(s.source.Name, text)
	i := file.ItemAt(at)
	if i < 0 {
		file = syntax.ParseFile(s.source.Name, "\n")
		i, at = 0, 0
	}
	s.item = file.Item(i)
	s.at = at - file.Start(i)
	s.readTokens()
	if len(text) > largestChecked {
		s.info = &typecheck.Info{Item: s.item}
		return
	}
	variant, err := typecheck.NewModuleContext(s.ctx, typecheck.Config{
		File:     file,
		Imports:  append([]*typecheck.Module{s.module}, s.module.Imports()...),
		Prelude:  s.module.Prelude(),
		Ops:      s.ops,
		Implicit: !s.source.Program(),
		Partial:  true,
	})
	s.must(err)
	result, err := variant.CheckContext(s.ctx, i)
	s.must(err)
	s.info = result.Info
}

// must stops where the context ends.
func (s *scene) must(err error) {
	if err != nil {
		steps.Stop(err)
	}
}

func (s *scene) readTokens() {
	s.tokens = syntax.Lex(s.item.Text)
	for s.token < len(s.tokens)-1 && s.tokens[s.token].End <= s.at {
		s.token++
	}
}

// node is the innermost node at the stand-in.
func (s *scene) node() syntax.NodeID { return s.above(0) }

// above is the node around the stand-in, by how many steps.
func (s *scene) above(steps int) syntax.NodeID {
	if i := len(s.path) - 1 - steps; i >= 0 {
		return s.path[i]
	}
	return syntax.NoNode
}

// inTree reports whether the parser kept the stand-in.
//
// Error recovery may keep the token in a node that merely covers it. The stand-in is in the tree if a
// leaf begins where it does and is as long.
func (s *scene) inTree() bool {
	n := s.node()
	if n == syntax.NoNode || s.item.Span(n).Start != s.at {
		return false
	}
	if s.item.Kind(n) == syntax.Local {
		return true // it may have tail segments
	}
	return len(s.item.Kids(n)) == 0 && s.item.Span(n).Len() >= int32(len(s.standIn))
}

// next and before are the tokens after and before the stand-in.
func (s *scene) next() syntax.Token { return s.tokens[min(s.token+1, len(s.tokens)-1)] }

func (s *scene) before() syntax.Token {
	if s.token == 0 {
		return syntax.Token{}
	}
	return s.tokens[s.token-1]
}

func (s *scene) text(t syntax.Token) string { return s.item.Text[t.Start:t.End] }

// called reports whether the word is followed by an opening parenthesis.
func (s *scene) called() bool {
	next := s.next()
	return next.Kind == syntax.TokLParen && next.Flags&syntax.AfterSpace == 0
}

// typeOf is what the checker says of a node; nil where that is nothing.
func (s *scene) typeOf(n syntax.NodeID) types.Type {
	if n == syntax.NoNode || int(n) >= len(s.info.Types) {
		return nil
	}
	if t := s.info.Types[n]; t != nil && !types.IsBad(t) {
		return t
	}
	return nil
}

func (s *scene) objectOf(n syntax.NodeID) *typecheck.Object {
	if n == syntax.NoNode || int(n) >= len(s.info.Objects) {
		return nil
	}
	return s.info.Objects[n]
}

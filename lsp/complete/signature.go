package complete

import (
	"context"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Signature is how something is called.
type Signature struct {
	Label  string
	Params []Parameter
	Doc    string // Markdown
	Active int    // the parameter that is being written, -1 for none
}

// A Parameter is a part of a signature's label, in bytes.
type Parameter struct {
	Name       string
	Start, End int
	Doc        string // Markdown
}

// Signatures are the forms of the call around an offset of a source, and which
// of them is meant.
//
// The call is found in the tree with a stand-in for an argument that is about to begin: `f(1, |)` has
// two arguments while the second one is empty.
func Signatures(source *workspace.Source, module *typecheck.Module, at int32) ([]Signature, int) {
	s := &scene{source: source, module: module, ops: module.Ops(), ctx: context.Background()}
	if !s.cut(at) || len(s.piece.text) > largestPiece {
		return nil, 0
	}
	s.readArgument()
	call, open := s.callAround()
	if call == syntax.NoNode {
		return nil, 0
	}
	arg := s.argumentAt(open)
	if o := s.operator(s.callee(call)); o != nil {
		return s.operatorSignatures(o, call, arg)
	}
	found, ok := s.constantSignature(call)
	if !ok {
		found, ok = s.functionSignature(call)
	}
	if !ok {
		return nil, 0
	}
	found.activate(arg)
	return []Signature{found}, 0
}

// readArgument reads the piece. Where an argument is about to begin, a stand-in
// takes its place, so that the tree holds it.
func (s *scene) readArgument() {
	text, at := s.piece.text, s.piece.at
	if s.word = wordAt(text, at); s.word.kind == bareWord && s.word.typed == "" && beginsArgument(text[:at]) {
		s.read(s.word)
		return
	}
	s.word = word{}
	s.readAsItIs()
}

// beginsArgument reports whether a text ends where an argument begins.
func beginsArgument(text string) bool {
	tokens := syntax.Lex(text)
	if len(tokens) < 2 {
		return false
	}
	switch tokens[len(tokens)-2].Kind {
	case syntax.TokLParen, syntax.TokComma, syntax.TokAssign:
		return true
	}
	return false
}

// callAround finds the call in the tree and its parenthesis among the tokens, since the tree of
// an unfinished call has no node for what is not written yet. It is the call, or the constructor pattern, whose parentheses the
// cursor is in, and the token that opens them. A function's body and a block
// are by themselves.
//
// The search stops at a function's body and at a block: in `map(fn(%x) { | }, %xs)` the cursor is no
// longer at an argument of map.
func (s *scene) callAround() (call syntax.NodeID, open int) {
	for i := len(s.path) - 1; i > 0; i-- {
		n := s.path[i]
		switch s.item.Kind(n) {
		case syntax.Block, syntax.Fn, syntax.Clause:
			return syntax.NoNode, 0
		case syntax.Call, syntax.PatCons:
			if open, ok := s.opened(n); ok {
				return n, open
			}
		}
	}
	return syntax.NoNode, 0
}

// callee is what a call calls, or a constructor pattern names.
func (s *scene) callee(call syntax.NodeID) syntax.NodeID {
	if s.item.Kind(call) == syntax.PatCons {
		return s.item.PatCons(call).Name
	}
	return s.item.Call(call).Callee
}

// opened finds the parenthesis after a callee, if the cursor is after it and
// not after its partner.
//
// The parenthesis is the first token after the callee, and the cursor is between it and its partner; a
// partner that is missing is at the end of the item.
func (s *scene) opened(call syntax.NodeID) (int, bool) {
	callee := s.item.Span(s.callee(call)).End
	for i, t := range s.tokens {
		if t.Start < callee {
			continue
		}
		if t.Kind != syntax.TokLParen || t.End > s.at {
			return 0, false
		}
		closing, ok := s.partner(i)
		return i, !ok || s.at <= s.tokens[closing].Start
	}
	return 0, false
}

// depths are the brackets by what they do to the depth.
var depths = map[syntax.TokenKind]int{
	syntax.TokLParen: 1, syntax.TokLBracket: 1, syntax.TokLBrace: 1,
	syntax.TokRParen: -1, syntax.TokRBracket: -1, syntax.TokRBrace: -1,
}

// partner is the token that closes what another one opens.
func (s *scene) partner(open int) (int, bool) {
	depth := 0
	for i := open; i < len(s.tokens); i++ {
		if depth += depths[s.tokens[i].Kind]; depth == 0 {
			return i, true
		}
	}
	return 0, false
}

// An argument is the place in a call that the cursor is at.
type argument struct {
	index int
	name  string // of one that is given by name
	begun string // the bare name that it is so far, which may become that of an attribute
}

// argumentAt counts the commas at depth 0 between the parenthesis and the cursor. Names of arguments
// are found by their `=`, since an unfinished argument is no node.
func (s *scene) argumentAt(open int) argument {
	var arg argument
	depth, first := 0, open+1
	for i := open + 1; i < len(s.tokens) && s.tokens[i].Start < s.at; i++ {
		t := s.tokens[i]
		depth += depths[t.Kind]
		if t.Kind == syntax.TokComma && depth == 0 {
			arg.index++
			first = i + 1
		}
	}
	if first < len(s.tokens) && s.tokens[first].Kind == syntax.TokName && s.tokens[first].Start <= s.at && s.at <= s.tokens[first].End {
		arg.begun = s.text(s.tokens[first])
	}
	if first+1 < len(s.tokens) && s.tokens[first].Kind == syntax.TokName && s.tokens[first+1].Kind == syntax.TokAssign && s.tokens[first].Start <= s.at {
		arg.name = s.text(s.tokens[first])
	}
	return arg
}

// activate marks the parameter that an argument is for.
func (g *Signature) activate(arg argument) {
	g.Active = -1
	switch {
	case arg.name != "":
		g.Active = slices.IndexFunc(g.Params, func(p Parameter) bool { return p.Name == arg.name })
	case arg.index < len(g.Params):
		g.Active = arg.index
	}
}

// A labelWriter writes a signature's label part by part.
type labelWriter struct {
	strings.Builder
	params []Parameter
}

func (w *labelWriter) param(name, text, doc string) {
	if len(w.params) > 0 {
		w.WriteString(", ")
	}
	start := w.Len()
	w.WriteString(text)
	w.params = append(w.params, Parameter{name, start, w.Len(), doc})
}

// functionSignature is that of a function, a constructor or a variable that is
// one.
func (s *scene) functionSignature(call syntax.NodeID) (Signature, bool) {
	callee := s.callee(call)
	o := s.objectOf(callee)
	f, ok := types.Head(s.calleeType(callee, o)).(*types.Func)
	if !ok {
		return Signature{}, false
	}
	names := parameterNames(o)
	texts := types.Strings(append(append([]types.Type{}, f.In...), f.Out)...)
	var w labelWriter
	w.WriteString(s.item.SourceText(callee) + "(")
	for i := range f.In {
		text := excerpt.Of(texts[i], longestDetail)
		if i < len(names) {
			text = names[i] + " : " + text
		}
		w.param("", text, "")
	}
	w.WriteString(") -> " + excerpt.Of(texts[len(f.In)], longestDetail))
	g := Signature{Label: w.String(), Params: w.params}
	if o != nil && (o.Kind == typecheck.DefObject || o.Kind == typecheck.DeclaredObject || o.Kind == typecheck.ConstructorObject) {
		g.Doc = o.Item.Doc()
	}
	return g, true
}

// constantSignature is that of the form that writes a dense tensor.
func (s *scene) constantSignature(call syntax.NodeID) (Signature, bool) {
	callee := s.callee(call)
	if s.item.Kind(callee) != syntax.Name || s.item.SourceText(callee) != "Constant" || s.objectOf(callee) != nil {
		return Signature{}, false
	}
	var w labelWriter
	w.WriteString("Constant(")
	w.param("value", "value", "a number for every element, or the elements in brackets")
	w.param("shape", "shape", "such as `(10, 10)`; elements need none")
	w.param("dtype", "dtype", "such as `float32`; the elements' own where it is left out")
	w.WriteString(")")
	return Signature{Label: w.String(), Params: w.params, Doc: "Writes a dense tensor."}, true
}

func (s *scene) calleeType(callee syntax.NodeID, o *typecheck.Object) types.Type {
	switch {
	case o != nil && o.Cons != nil:
		return o.Cons.Sig
	case o != nil && o.Type != nil && !types.IsBad(o.Type):
		return o.Type
	case o == nil && s.item.Kind(callee) == syntax.Name:
		if f := typecheck.Builtin(s.item.SourceText(callee)); f != nil {
			return f
		}
	}
	return s.typeOf(callee)
}

// parameterNames are the patterns of the parameters of a definition, or of a
// function that a variable is bound to.
func parameterNames(o *typecheck.Object) []string {
	if o == nil || o.Item == nil {
		return nil
	}
	var names []string
	for _, p := range o.Item.Kids(parameterList(o)) {
		if o.Item.Kind(p) == syntax.Param {
			names = append(names, o.Item.SourceText(o.Item.Param(p).Pattern))
		}
	}
	return names
}

func parameterList(o *typecheck.Object) syntax.NodeID {
	switch o.Kind {
	case typecheck.DefObject:
		return o.Item.Def(o.Item.Root).Params
	case typecheck.LocalObject:
		return boundList(o)
	}
	return syntax.NoNode
}

// boundList is the parameter list of the function literal that a `let` binds a
// variable to.
func boundList(o *typecheck.Object) syntax.NodeID {
	for n := o.Node; int(n) < o.Item.Len(); n++ {
		if o.Item.Kind(n) != syntax.Let {
			continue
		}
		if let := o.Item.Let(n); let.Pattern == o.Node && o.Item.Kind(let.Value) == syntax.Fn {
			return o.Item.Fn(let.Value).Params
		}
	}
	return syntax.NoNode
}

package hint

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A hinter finds the hints of one item.
type hinter struct {
	info   *typecheck.Info
	item   *syntax.Item
	span   syntax.Span // where hints are wanted
	typing typing
	noted  map[syntax.NodeID]bool // whose type is in a comment
	wanted Wanted
	hints  []Hint
}

func newHinter(module *typecheck.Module, result *typecheck.Result, i int, span syntax.Span, wanted Wanted) *hinter {
	h := &hinter{wanted: wanted, info: result.Info, item: result.Item, span: span, noted: map[syntax.NodeID]bool{}}
	h.typing = newTyping(module, result, i)
	for _, comment := range h.item.TypeComments {
		h.noted[comment.Of] = true
	}
	return h
}

// node finds the hints that a node gives rise to.
func (h *hinter) node(n syntax.NodeID) {
	kind := h.item.Kind(n)
	if find := typeHints[kind]; find != nil && (h.wanted.Types || kind == syntax.Clause) {
		find(h, n)
	}
	if kind == syntax.Call && h.wanted.Parameters {
		h.arguments(n)
	}
}

// typeHints are the nodes that may leave types out.
var typeHints = map[syntax.Kind]func(*hinter, syntax.NodeID){
	syntax.Let:     (*hinter).let,
	syntax.Graph:   (*hinter).graph,
	syntax.FreeVar: (*hinter).freeVar,
	syntax.Param:   (*hinter).param,
	syntax.Clause:  (*hinter).clause,
	syntax.Fn:      (*hinter).lambda,
	syntax.ItemDef: (*hinter).definition,
}

// obvious are the values that show their type; a function's is beside its
// own parameters.
var obvious = map[syntax.Kind]bool{
	syntax.Int: true, syntax.Float: true, syntax.Bool: true, syntax.Fn: true, syntax.BadNode: true,
}

func (h *hinter) let(n syntax.NodeID) {
	let := h.item.Let(n)
	if let.Type == syntax.NoNode && !obvious[h.item.Kind(let.Value)] && !h.noted[let.Value] {
		h.binders(let.Pattern, (*hinter).bound)
	}
}

func (h *hinter) param(n syntax.NodeID) {
	p := h.item.Param(n)
	if p.Type == syntax.NoNode && !h.noted[n] && !h.noted[p.Pattern] {
		h.binders(p.Pattern, (*hinter).declared)
	}
}

func (h *hinter) clause(n syntax.NodeID) {
	if h.wanted.Patterns {
		h.binders(h.item.Clause(n).Pattern, (*hinter).bound)
	}
}

// claims marks the type comments that claim what nothing else shows.
//
// A claim is a type comment of an imported program that inference neither confirms nor contradicts.
func (h *hinter) claims() {
	for _, comment := range h.item.TypeComments {
		claim, at := h.info.Claim(comment.Of), comment.Span
		if claim != nil && at.Start <= h.span.End && at.End >= h.span.Start {
			h.hints = append(h.hints, Hint{At: at.End, Kind: TypeHint, Label: " claimed", About: claimedHint})
		}
	}
}

const claimedHint = "This type is what the comment claims. What is inferred does not decide it."

// binder shows the type of a variable after it.
func (h *hinter) binder(n syntax.NodeID, show shower) {
	if strings.HasPrefix(strings.TrimPrefix(h.item.SourceText(n), "%"), "_") {
		return // not meant to be looked at
	}
	show(h, h.item.Span(n).End, h.info.Type(n))
}

// freeVar shows the type of a `free_var`.
func (h *hinter) freeVar(n syntax.NodeID) {
	v := h.item.FreeVar(n)
	if o := h.info.Object(v.Name); v.Type == syntax.NoNode && o != nil {
		h.bound(h.item.Span(v.Name).End, o.Type)
	}
}

// graph shows the type of a graph binding. It can be written as a comment
// after the value alone.
func (h *hinter) graph(n syntax.NodeID) {
	g := h.item.Graph(n)
	name, value := g.Name, g.Value
	if h.noted[value] || obvious[h.item.Kind(value)] {
		return
	}
	t := h.info.Type(value)
	if !h.bound(h.item.Span(name).End, t) {
		return
	}
	last := &h.hints[len(h.hints)-1]
	last.Edits = nil
	if text, ok := h.typing.readable(t); ok && commented[h.item.Kind(value)] {
		end := h.item.Span(value).End
		last.Edits = []syntax.Edit{{Span: syntax.Span{Start: end, End: end}, NewText: " /* ty=" + text + " */"}}
	}
}

// commented are the values that a type comment after them belongs to.
var commented = map[syntax.Kind]bool{
	syntax.Call: true, syntax.Project: true, syntax.Index: true, syntax.Tuple: true, syntax.List: true, syntax.Meta: true,
}

// lambda shows the result type of a function.
func (h *hinter) lambda(n syntax.NodeID) {
	fn := h.item.Fn(n)
	if f, ok := types.Head(h.info.Type(n)).(*types.Func); ok && fn.Result == syntax.NoNode {
		h.typed(h.item.Span(fn.Params).End, "-> ", f.Out)
	}
}

// definition shows the result type of a definition.
func (h *hinter) definition(n syntax.NodeID) {
	d := h.item.Def(n)
	if d.Params != syntax.NoNode && d.Result == syntax.NoNode && h.typing.scheme != nil {
		h.typed(h.item.Span(d.Params).End, "-> ", h.typing.scheme.Out)
	}
}

// A shower shows the type of what ends at a place.
type shower func(h *hinter, at int32, t types.Type) bool

// declared shows the type of a parameter. Those of its neighbours in the line say
// nothing of it.
func (h *hinter) declared(at int32, t types.Type) bool { return h.typed(at, ": ", t) }

// bound shows the type of what is bound, unless it is in the same line already.
func (h *hinter) bound(at int32, t types.Type) bool {
	return t != nil && !h.isWritten(at, t) && h.declared(at, t)
}

// typed shows a type, if there is one to show; sign is what it is written
// after.
func (h *hinter) typed(at int32, sign string, t types.Type) bool {
	if at < h.span.Start || at > h.span.End || t == nil || !h.typing.known(t) {
		return false
	}
	text := h.typing.text(t)
	h.hints = append(h.hints, Hint{
		At: at, Kind: TypeHint, Label: sign + excerpt.Of(text, longestHint), shown: t, Full: text,
		Edits: h.typing.edits(at, spaced(sign), t),
	})
	return true
}

// longestHint is how many characters of a type are shown between those of the
// program.
const longestHint = 48

// spaced is how the formatter writes a sign before a type: a colon without a
// blank before it.
func spaced(sign string) string {
	if sign[0] == ':' {
		return sign
	}
	return " " + sign
}

package lsp

import (
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// A hinter finds the hints of one item.
type hinter struct {
	view   *view
	info   *typecheck.Info
	item   *syntax.Item
	span   syntax.Span // where hints are wanted
	typing typing
	noted  map[syntax.NodeID]bool // whose type stands in a comment
	hints  []hint
}

func newHinter(v *view, module *typecheck.Module, result *typecheck.Result, i int, span syntax.Span) *hinter {
	h := &hinter{view: v, info: result.Info, item: result.Item, span: span, noted: map[syntax.NodeID]bool{}}
	h.typing = newTyping(module, result, i)
	for _, comment := range h.item.TypeComments {
		h.noted[comment.Of] = true
	}
	return h
}

// node finds the hints that a node gives rise to.
func (h *hinter) node(n syntax.NodeID) {
	kind := h.item.Kind(n)
	if find := typeHints[kind]; find != nil && h.view.settings.InlayHints.Types {
		find(h, n)
	}
	if kind == syntax.Call && h.view.settings.InlayHints.Parameters {
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

// obvious are the values that tell their type; a function's stands beside its
// own parameters.
var obvious = map[syntax.Kind]bool{
	syntax.Int: true, syntax.Float: true, syntax.Bool: true, syntax.Fn: true, syntax.BadNode: true,
}

func (h *hinter) let(n syntax.NodeID) {
	value := h.item.Kid(n, 2)
	if h.item.Kid(n, 1) == syntax.NoNode && !obvious[h.item.Kind(value)] && !h.noted[value] {
		h.binders(h.item.Kid(n, 0))
	}
}

func (h *hinter) param(n syntax.NodeID) {
	if h.item.Kid(n, 1) == syntax.NoNode && !h.noted[n] && !h.noted[h.item.Kid(n, 0)] {
		h.binders(h.item.Kid(n, 0))
	}
}

func (h *hinter) clause(n syntax.NodeID) { h.binders(h.item.Kid(n, 0)) }

// binders are the variables of a pattern whose types are not written.
func (h *hinter) binders(pattern syntax.NodeID) {
	h.item.Walk(pattern, func(n syntax.NodeID) bool {
		switch h.item.Kind(n) {
		case syntax.PatTyped:
			return false
		case syntax.PatVar, syntax.PatName:
			if o := objectOf(h.info, n); o != nil && o.Kind == typecheck.LocalObject && !h.noted[n] {
				h.binder(n)
			}
		}
		return true
	})
}

// binder shows the type of a variable behind it.
func (h *hinter) binder(n syntax.NodeID) {
	if strings.HasPrefix(strings.TrimPrefix(h.item.SourceText(n), "%"), "_") {
		return // not meant to be looked at
	}
	h.typed(h.item.Span(n).End, ": ", typeOf(h.info, n))
}

// freeVar shows the type of a `free_var`.
func (h *hinter) freeVar(n syntax.NodeID) {
	name := h.item.Kid(n, 0)
	if o := objectOf(h.info, name); h.item.Kid(n, 1) == syntax.NoNode && o != nil {
		h.typed(h.item.Span(name).End, ": ", o.Type)
	}
}

// graph shows the type of a graph binding. It can be written as a comment
// behind the value alone.
func (h *hinter) graph(n syntax.NodeID) {
	name, value := h.item.Kid(n, 0), h.item.Kid(n, 1)
	if h.noted[value] || obvious[h.item.Kind(value)] {
		return
	}
	t := typeOf(h.info, value)
	if !h.typed(h.item.Span(name).End, ": ", t) {
		return
	}
	last := &h.hints[len(h.hints)-1]
	last.edits = nil
	if text, ok := h.typing.readable(t); ok && commented[h.item.Kind(value)] {
		end := h.item.Span(value).End
		last.edits = []syntax.Edit{{Span: syntax.Span{Start: end, End: end}, NewText: " /* ty=" + text + " */"}}
	}
}

// commented are the values that a type comment behind them belongs to.
var commented = map[syntax.Kind]bool{
	syntax.Call: true, syntax.Project: true, syntax.Index: true, syntax.Tuple: true, syntax.List: true, syntax.Meta: true,
}

// lambda shows the result type of a function.
func (h *hinter) lambda(n syntax.NodeID) {
	if f, ok := types.Head(typeOf(h.info, n)).(*types.Func); ok && h.item.Kid(n, 2) == syntax.NoNode {
		h.typed(h.item.Span(h.item.Kid(n, 1)).End, "-> ", f.Out)
	}
}

// definition shows the result type of a definition.
func (h *hinter) definition(n syntax.NodeID) {
	if params := h.item.Kid(n, 2); params != syntax.NoNode && h.item.Kid(n, 3) == syntax.NoNode && h.typing.scheme != nil {
		h.typed(h.item.Span(params).End, "-> ", h.typing.scheme.Out)
	}
}

// typed shows a type, if there is one to show; sign is what it is written
// behind.
func (h *hinter) typed(at int32, sign string, t types.Type) bool {
	if at < h.span.Start || at > h.span.End || t == nil || !h.typing.known(t) {
		return false
	}
	text := h.typing.text(t)
	h.hints = append(h.hints, hint{
		at: at, kind: protocol.InlayHintKindType, label: sign + shortened(text), shown: t, full: text,
		edits: h.typing.edits(at, spaced(sign), t),
	})
	return true
}

// longestHint is how many characters of a type are shown between those of the
// program.
const longestHint = 48

func shortened(text string) string {
	if letters := []rune(text); len(letters) > longestHint {
		return string(letters[:longestHint-1]) + "…"
	}
	return text
}

// spaced is how the formatter writes a sign in front of a type: a colon without a
// blank before it.
func spaced(sign string) string {
	if sign[0] == ':' {
		return sign
	}
	return " " + sign
}

package actions

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
	"github.com/fraccheck/fraccheck/lsp/request"
	"go.lsp.dev/protocol"
)

// fixAllKind is the kind of the action that makes all safe fixes of a file.
const fixAllKind protocol.CodeActionKind = protocol.CodeActionKindSourceFixAll + ".fraccheck"

// fixAll offers to apply all safe fixes of the file that are the only ones of their
// diagnostics.
func (o *actionList) fixAll() {
	report, err := o.View.Report(o.ctx, o.source.Path)
	if err != nil {
		return // its diagnostics say why it is not checked
	}
	if edits, n := allFixes(o.ctx, o.View, o.source, report.Findings, ""); n > 0 {
		o.addLazy(fixAllKind, fmt.Sprintf("make all safe fixes (%d)", n), actionData{ID: fixAllID}, edits)
	}
}

// fixAllOf offers to apply all safe fixes of a code, where there are several.
func (o *actionList) fixAllOf(diagnostics []workspace.Finding, code codes.Code) {
	if code.Has(codes.Unrelated) {
		return
	}
	if edits, n := allFixes(o.ctx, o.View, o.source, diagnostics, code); n > 1 {
		o.addLazy(protocol.CodeActionKindQuickFix, fmt.Sprintf("fix all %d `%s` in this file", n, code), actionData{ID: fixAllID + string(code)}, edits)
	}
}

// allFixes are the edits of a file's safe fixes for a code, or for all codes where
// it is empty, and how many fixes these are. Those that touch one before them are
// left for the next time.
//
// Fixes are taken greedily in the order of the diagnostics, each if it touches none that is
// taken. The largest set of fixes that do not touch would be an interval scheduling; greedy
// is enough, since the client asks again after the change and gets the rest.
func allFixes(ctx context.Context, v *request.View, source *workspace.Source, diagnostics []workspace.Finding, code codes.Code) ([]workspace.Edit, int) {
	safe := func(f workspace.Finding) bool {
		return len(f.Fixes) == 1 && f.Fixes[0].Confidence == codes.Safe && (code == "" || f.Code == code)
	}
	var wanted []workspace.Finding
	for _, f := range diagnostics {
		if safe(f) {
			wanted = append(wanted, f)
		}
	}
	wanted, err := fixer.Offer(ctx, v.Snapshot, wanted)
	if err != nil {
		return nil, 0
	}
	var taken []workspace.Edit // by position
	n := 0
	for _, f := range wanted {
		if !safe(f) {
			continue
		}
		if next, ok := joined(source, taken, f.Fixes[0].Edits); ok {
			taken, n = next, n+1
		}
	}
	return taken, n
}

// joined adds a fix's edits to others, if none of them touches another.
//
// Invariant: taken is sorted by position and its spans are disjoint. Two spans that share an
// end are not disjoint: `f(%x)` with an insertion at the end of %x and a deletion up to there
// would leave the order of the two texts open.
func joined(source *workspace.Source, taken, edits []workspace.Edit) ([]workspace.Edit, bool) {
	for _, e := range edits {
		i, same := slices.BinarySearchFunc(taken, e, byPlace)
		before := i > 0 && (taken[i-1].Span.End > e.Span.Start || taken[i-1].Span.End == e.Span.End)
		behind := i < len(taken) && (taken[i].Span.Start < e.Span.End || taken[i].Span.End == e.Span.End)
		if same || before || behind || e.Source != source {
			return nil, false
		}
	}
	if len(edits) == 0 {
		return nil, false
	}
	for _, e := range edits {
		i, _ := slices.BinarySearchFunc(taken, e, byPlace)
		taken = slices.Insert(taken, i, e)
	}
	return taken, true
}

func byPlace(a, b workspace.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) }

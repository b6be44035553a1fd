package fixer

import (
	"context"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/registry"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Offer gives findings with the fixes that help: those after which the program has
// fewer errors, or no new one where the finding is none. Each is tried on the text
// of its item. A safe fix after which something beside it has another type is
// offered as a likely one.
func Offer(ctx context.Context, s *workspace.Snapshot, findings []workspace.Finding) ([]workspace.Finding, error) {
	offered, err := offer(ctx, s, findings, &offering{most: maxTried})
	if err != nil {
		return nil, err
	}
	return offered, s.MissingBodies()
}

// maxTried is how many bytes of a file are read again to try its fixes. What is
// not tried is not offered; it will be when others are mended.
const maxTried = 2 << 20

// maxTriedNodes is how large the tree of an item may be whose fixes are tried: each try
// needs the trees and types of the item as it is and as it would be. Networks of
// megabytes have fewer.
const maxTriedNodes = 300_000

// An offering says which fixes are tried.
type offering struct {
	most   int  // bytes that are read again of a file; see maxTried
	firsts bool // of each item the first finding with a fix that helps, and no others
	spent  atomic.Int64
}

func offer(ctx context.Context, s *workspace.Snapshot, findings []workspace.Finding, o *offering) ([]workspace.Finding, error) {
	offered := slices.Clone(findings)
	byFile := map[*workspace.Source][]int{}
	for i, f := range findings {
		if len(f.Fixes) > 0 {
			byFile[f.Source] = append(byFile[f.Source], i)
		}
	}
	files := slices.Collect(maps.Keys(byFile))
	return offered, s.Each(ctx, len(files), func(ctx context.Context, i int) error {
		switch {
		case files[i].Rules() != nil:
			offerInText(ctx, offered, byFile[files[i]], errorsInRules, fewer)
			return ctx.Err()
		case sourcefile.IsConfiguration(files[i].Path):
			offerInText(ctx, offered, byFile[files[i]], errorsInConfiguration, another)
			return ctx.Err()
		}
		t, err := newTrial(ctx, s, files[i].Path, o.most)
		if err != nil {
			return err
		}
		helped := map[int]bool{} // items
		for _, i := range byFile[files[i]] {
			f := &findings[i]
			offered[i].Fixes = nil
			if !o.firsts || !helped[f.Item] {
				offered[i].Fixes = t.offers(f)
				helped[f.Item] = len(offered[i].Fixes) > 0
			}
		}
		o.spent.Add(int64(o.most - t.left))
		return ctx.Err()
	})
}

// A trial tries the fixes of one file.
type trial struct {
	ctx    context.Context
	source *workspace.Source
	module *typecheck.Module
	result func(i int) *typecheck.Result // of an item as it is
	left   int                           // bytes that may still be read
	// The fix that was tried last: many of one item in turn are held against it.
	item int
	last *rewrite.Revision
	// found is what the checks found in items, of the text before and of the one that is
	// tried: both are asked for more than once.
	found map[foundKey][]syntax.Diagnostic
}

func newTrial(ctx context.Context, s *workspace.Snapshot, path string, most int) (*trial, error) {
	t := &trial{ctx: ctx, left: most, found: map[foundKey][]syntax.Diagnostic{}}
	var err error
	if t.source, err = s.Source(path); err != nil {
		return nil, err
	}
	if t.module, err = s.Module(path); err != nil {
		return nil, err
	}
	t.result, err = s.Results(path)
	return t, err
}

// A foundKey names an item of a text.
type foundKey struct {
	module *typecheck.Module
	item   int
}

func (t *trial) offers(f *workspace.Finding) (kept []workspace.Fix) {
	for _, fix := range f.Fixes {
		switch {
		case f.Code.Has(codes.Inert):
			fix.Clean = true
		case f.Code == codes.ImportError: // the file that is written was found
		case f.Code == codes.OldSpelling:
			if fix = t.holdsByItem(f, fix); len(fix.Edits) == 0 {
				continue
			}
		case f.Item < 0 || t.left <= 0 || t.ctx.Err() != nil || t.tooLarge(f.Item) || !t.holds(f, &fix):
			continue
		}
		kept = append(kept, fix)
	}
	return kept
}

func (t *trial) tooLarge(item int) bool {
	return t.source.File.Item(item).Len() > maxTriedNodes
}

// holds tries a fix, and says how sure it is then.
func (t *trial) holds(f *workspace.Finding, fix *workspace.Fix) (helps bool) {
	edits := make([]syntax.Edit, len(fix.Edits))
	for i, e := range fix.Edits {
		edits[i] = syntax.Edit{Span: e.Span.Shift(-t.source.File.Start(f.Item)), NewText: e.NewText}
	}
	t.left -= len(t.source.File.Item(f.Item).Text)
	item := t.source.File.Item(f.Item)
	workspace.Guard(item, func() { helps = t.helps(f, fix, edits) }) // a panic of a check speaks against the fix
	return helps
}

func (t *trial) helps(f *workspace.Finding, fix *workspace.Fix, edits []syntax.Edit) bool {
	find := t.finder(f.Code)
	r, err := rewrite.InPlace(t.module, f.Item, edits)
	item := t.source.File.Item(f.Item)
	inUses := item.Kind(item.Root) == syntax.ItemAlias && (f.Code == codes.DepthMismatch || f.Code == codes.DtypeMismatch)
	if err != nil || inUses {
		return t.helpsFile(f, fix, edits, find)
	}
	t.recall(f.Item, r)
	defer t.forget(r.After)
	if fix.Clean = r.Clean(find); fix.Confidence == codes.Safe && !(fix.Clean && r.SameTypes() && r.SameTypesElsewhere(edits)) {
		fix.Confidence = codes.Likely
	}
	if f.Code.DefaultSeverity() == codes.Error {
		return r.FewerErrors(find)
	}
	return len(r.NewErrors(find)) == 0
}

// recall reports a revision of an item what is known of the text before.
func (t *trial) recall(item int, r *rewrite.Revision) {
	if t.last != nil && t.item == item {
		r.Continues(t.last)
	} else {
		r.Knows(item, t.result(item))
	}
	t.item, t.last = item, r
}

// helpsFile tries a fix by which an item becomes several or takes in others. It is
// never safe. The items of a document's blocks are no file that could be read anew.
func (t *trial) helpsFile(f *workspace.Finding, fix *workspace.Fix, edits []syntax.Edit, find rewrite.Finder) bool {
	if !t.source.Program() {
		return false
	}
	t.left -= len(t.source.Text())
	r := rewrite.Replaced(t.module, rewrite.Edits{f.Item: edits})
	defer t.forget(r.After)
	fix.Clean, fix.Confidence = r.Clean(find), max(fix.Confidence, codes.Likely)
	return r.FewerErrors(find)
}

// finder finds the errors that a fix for a code is judged by. The other checks
// look away from what does not type, so that a mended type may bring out an error
// of theirs: they count where the finding is theirs, and where it is none.
func (t *trial) finder(code codes.Code) rewrite.Finder {
	if code.DefaultSeverity() == codes.Error && !slices.ContainsFunc(strict, func(a *analysis.Analyzer) bool { return slices.Contains(a.Codes, code) }) {
		return rewrite.Checked
	}
	return func(m *typecheck.Module, i int, r *typecheck.Result) []syntax.Diagnostic {
		key := foundKey{m, i}
		found, ok := t.found[key]
		if !ok {
			found = t.strictly(m, i, r)
			t.found[key] = found
		}
		return found
	}
}

// forget lets go of what was found in a text that is tried.
func (t *trial) forget(m *typecheck.Module) {
	maps.DeleteFunc(t.found, func(k foundKey, _ []syntax.Diagnostic) bool { return k.module == m })
}

// strictly is what the type checker and all checks that report errors find in an item.
func (t *trial) strictly(m *typecheck.Module, i int, r *typecheck.Result) []syntax.Diagnostic {
	found := rewrite.Checked(m, i, r)
	unit := analysis.NewUnit(t.ctx, m, i, r, nil)
	for _, a := range strict {
		unit.Run(a, func(d syntax.Diagnostic) { found = append(found, d) })
	}
	return found
}

// strict are the analyzers that report errors.
var strict = strictOnes()

func strictOnes() (found []*analysis.Analyzer) {
	for _, a := range registry.Analyzers() {
		if slices.ContainsFunc(a.Codes, func(c codes.Code) bool { return c.DefaultSeverity() == codes.Error }) {
			found = append(found, a)
		}
	}
	return found
}

// OfferEach tries the fixes of all reports.
func OfferEach(ctx context.Context, s *workspace.Snapshot, reports []*workspace.FileReport) error {
	var all []workspace.Finding
	for _, r := range reports {
		all = append(all, r.Findings...)
	}
	offered, err := Offer(ctx, s, all)
	if err != nil {
		return err
	}
	for _, r := range reports {
		n := len(r.Findings)
		r.Findings, offered = offered[:n:n], offered[n:]
	}
	return nil
}

// holdsByItem tries the fix of such a finding item by item, each whole, however large it
// is: there is one of them in a file. The edits of items that do not keep what they mean
// are left out.
func (t *trial) holdsByItem(f *workspace.Finding, fix workspace.Fix) workspace.Fix {
	file := t.source.File
	kept := workspace.Fix{Title: fix.Title, Confidence: fix.Confidence, Clean: true}
	for rest := fix.Edits; len(rest) > 0 && t.ctx.Err() == nil; {
		item := file.ItemAt(rest[0].Span.Start)
		n := slices.IndexFunc(rest, func(e workspace.Edit) bool { return file.ItemAt(e.Span.Start) != item })
		if n < 0 {
			n = len(rest)
		}
		part, found := fix, *f
		part.Edits, found.Item, rest = rest[:n], item, rest[n:]
		if t.holds(&found, &part) && part.Confidence == fix.Confidence {
			kept.Edits = append(kept.Edits, part.Edits...)
			kept.Clean = kept.Clean && part.Clean
		}
	}
	return kept
}

// offerInText leaves those findings of a file that is no program, which are given by their numbers,
// the fixes that help. errors counts the errors of a text by what they say.
func offerInText(ctx context.Context, findings []workspace.Finding, of []int, errors func(path, text string) map[string]int, helps func(before, after map[string]int, message string) bool) {
	source := findings[of[0]].Source
	before, left := errors(source.Path, source.Text()), maxTried
	for _, i := range of {
		message := findings[i].Message
		findings[i].Fixes = slices.DeleteFunc(slices.Clone(findings[i].Fixes), func(fix workspace.Fix) bool {
			if left -= len(source.Text()); left < 0 || ctx.Err() != nil {
				return true
			}
			return !helps(before, errors(source.Path, sourcefile.ApplyEdits(source.Text(), fix.Edits)), message)
		})
	}
}

// fewer reports whether there are fewer errors than before.
func fewer(before, after map[string]int, _ string) bool { return total(after) < total(before) }

// another reports whether there are no more errors than before, and not the same: where a text gets
// its quotes, what is in them may still be wrong.
func another(before, after map[string]int, message string) bool {
	return total(after) <= total(before) && (after[message] == 0 || after[message] < before[message])
}

func total(counts map[string]int) (n int) {
	for _, count := range counts {
		n += count
	}
	return n
}

func errorsInRules(path, text string) map[string]int {
	return messages(sourcefile.NewRules(path, path, text).Mistakes())
}

// mostErrors is more than a configuration has.
const mostErrors = 1 << 20

// errorsInConfiguration counts a text that is refused as worse than any other.
func errorsInConfiguration(path, text string) map[string]int {
	c := config.Parse(path, path, text)
	counts := messages(c.Findings())
	if c.Refusal() != nil {
		counts["refused"] = mostErrors
	}
	return counts
}

// messages counts the errors by what they say.
func messages(findings []workspace.Finding) map[string]int {
	counts := map[string]int{}
	for _, f := range findings {
		if f.Severity == codes.Error {
			counts[f.Message]++
		}
	}
	return counts
}

package workspace

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// An oldSpellings is the one finding of a file that is written as older versions of TVM
// wrote it: each of its items says so for itself.
type oldSpellings struct{ found *Finding }

// gather takes the findings of an item that say so out of them and joins them.
func (o *oldSpellings) gather(findings []Finding) []Finding {
	return slices.DeleteFunc(findings, func(f Finding) bool {
		if f.Code != codes.OldSpelling {
			return false
		}
		if o.found == nil {
			o.found = &f
			return true
		}
		o.found.Notes = slices.Clip(o.found.Notes)
		for _, note := range f.Notes {
			if !slices.Contains(o.found.Notes, note) {
				o.found.Notes = append(o.found.Notes, note)
			}
		}
		switch {
		case len(f.Fixes) == 0:
		case len(o.found.Fixes) == 0:
			o.found.Fixes = f.Fixes
		default:
			fix := o.found.Fixes[0]
			fix.Edits = append(slices.Clip(fix.Edits), f.Fixes[0].Edits...)
			o.found.Fixes = []Fix{fix}
		}
		return true
	})
}

// findings is the finding of the file, if there is one.
func (o *oldSpellings) findings() []Finding {
	if o.found == nil {
		return nil
	}
	return []Finding{*o.found}
}

// holdsByItem tries the fix of such a finding item by item, each whole, however large it
// is: there is one of them in a file. The edits of items that do not keep what they mean
// are left out.
func (t *trial) holdsByItem(f *Finding, fix Fix) Fix {
	file := t.entry.source.File
	kept := Fix{Title: fix.Title, Confidence: fix.Confidence, Clean: true}
	for rest := fix.Edits; len(rest) > 0 && t.ctx.Err() == nil; {
		item := file.ItemAt(rest[0].Span.Start)
		n := slices.IndexFunc(rest, func(e Edit) bool { return file.ItemAt(e.Span.Start) != item })
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

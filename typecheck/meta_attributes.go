package typecheck

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/metadata"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Attributes that stand in the metadata section: TVM prints those of an operator that
// registers no class of attributes as the last argument of the call,
// `cumsum(%x, meta[relay.attrs.ScanopAttrs][0])`.

// isAttributes reports whether an expression is an entry that holds attributes. Where
// the section does not say, the name of its kind does.
func (c *checker) isAttributes(n syntax.NodeID) bool {
	if c.Item.Kind(n) != syntax.Meta {
		return false
	}
	text := c.Item.SourceText(n)
	if entry := c.m.entry(text); entry != nil {
		return metadata.IsAttributes(entry.Class)
	}
	kind, _, ok := entryName(text)
	return ok && metadata.IsAttributes(kind)
}

// withoutAttributes are a call's arguments without the attributes of the metadata
// section, which stand last.
func (c *checker) withoutAttributes(args []syntax.NodeID) (operands []syntax.NodeID, attributes syntax.NodeID) {
	if last := len(args) - 1; last >= 0 && c.isAttributes(args[last]) {
		return args[:last], args[last]
	}
	return args, syntax.NoNode
}

// metaAttributes reads the attributes of a call from the metadata section. It is
// false where they cannot be known: then nothing is known of the result.
func (c *checker) metaAttributes(o *op.Op, n syntax.NodeID, out *operands) bool {
	entry := c.m.entry(c.Item.SourceText(n))
	if entry == nil {
		c.missingEntry(n)
		c.noSection(n)
		return false
	}
	named, err := entry.Attributes(o)
	if err != nil {
		c.badAttributes(n, entry, err)
		return false
	}
	for _, a := range named {
		out.place(a.Name, n)
		out.named = append(out.named, a)
	}
	return true
}

// noSection warns, once in an item, of attributes that the file does not hold.
func (c *checker) noSection(n syntax.NodeID) {
	if c.sectionMissed || c.m.section().item != nil {
		return
	}
	c.sectionMissed = true
	c.Report(syntax.Diagnostic{
		Code: codes.MetadataError, Severity: codes.Warning, Span: c.Item.Span(n),
		Message: "the attributes of this call are in a metadata section, and the file has none",
		Notes:   []string{"The results of such calls have the types that their comments say; they are not checked."},
	})
}

// badAttributes reports attributes that are not the operator's.
func (c *checker) badAttributes(n syntax.NodeID, entry *metadata.Entry, err error) {
	d := syntax.Diagnostic{Code: codes.MetadataError, Span: c.Item.Span(n)}
	first, rest, _ := strings.Cut(err.Error(), "\n")
	d.Message = "these attributes do not fit: " + first
	if rest != "" {
		d.Notes = strings.Split(rest, "\n")
	}
	if item := c.m.section().item; item != nil {
		_, start := sectionText(item)
		d.Related = []syntax.Related{{Place: syntax.Place{Item: item, Span: sectionSpan(item, start, entry.At)}, Message: "the attributes are here"}}
	}
	c.Report(d)
}

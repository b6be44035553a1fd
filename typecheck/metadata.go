package typecheck

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/metadata"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// meta is a constant from the metadata section: it has the type that the
// section, its type comment or its context says.
func (c *checker) meta(n syntax.NodeID, want types.Type, why reason) types.Type {
	c.missingEntry(n)
	if c.isAttributes(n) {
		c.Errorf(n, codes.MetadataError, "this entry of the metadata section holds attributes, which are not a value: they follow the arguments of a call")
		return types.ErrorType
	}
	if t := c.typeFromComment(n); t != nil {
		return c.fit(n, want, t, why)
	}
	if entry := c.m.entry(c.Item.SourceText(n)); entry != nil && entry.Type != nil {
		return c.fit(n, want, entry.Type, why)
	}
	if want != nil {
		return want
	}
	return c.Fresh()
}

// metaValue is an entry of the metadata section as an attribute.
func (c *checker) metaValue(n syntax.NodeID) op.Value {
	kind, _, indexed := entryName(c.Item.SourceText(n))
	if entry := c.m.entry(c.Item.SourceText(n)); entry != nil {
		return entry.Value
	}
	if indexed && c.m.section().entries != nil {
		c.missingEntry(n)
		return op.Value{} // the section has no such entry
	}
	if kind == "tir.Any" || kind == "Any" {
		return op.Value{Kind: op.DimValue, Dim: types.Any}
	}
	return op.Value{Kind: op.MetaValue}
}

// missingEntry reports `meta[kind][i]` that a section, where the file has one,
// does not hold.
func (c *checker) missingEntry(n syntax.NodeID) {
	section := c.m.section().entries
	kind, i, ok := entryName(c.Item.SourceText(n))
	if section == nil || !ok {
		return
	}
	entries, known := section[kind]
	if known && i < len(entries) {
		return
	}
	d := syntax.Diagnostic{Code: codes.MetadataError, Span: c.Item.Span(n)}
	if known {
		d.Message = fmt.Sprintf("the metadata section has %s of the kind `%s`, counted from 0, and this asks for number %d",
			countOf(len(entries), "entry", "entries"), kind, i)
	} else {
		d.Message = fmt.Sprintf("the metadata section has nothing of the kind `%s`", kind)
		d.Notes = []string{"It has " + listed(slices.Sorted(maps.Keys(section))) + "."}
	}
	c.Report(d)
}

func countOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// listed writes names one after the other.
func listed(names []string) string {
	if len(names) == 0 {
		return "no entries"
	}
	return "`" + strings.Join(names, "`, `") + "`"
}

// metadata reports what cannot be read of a section, where it stands.
func (c *checker) metadata(n syntax.NodeID) {
	section := c.m.section()
	if section.item != c.Item { // one of several, in a document
		section = readItem(c.Item)
	}
	_, start := sectionText(c.Item)
	for _, p := range section.problems {
		c.Report(syntax.Diagnostic{
			Code: codes.MetadataError, Span: sectionSpan(c.Item, start, p.At), Message: p.Message,
			Notes: []string{"The entries that cannot be read are taken for what they are used as; their types are not checked."},
		})
	}
}

// sectionSpan is where a part of the JSON text stands in its item.
func sectionSpan(item *syntax.Item, start int, at metadata.Span) syntax.Span {
	from := item.Span(item.Root).Start + int32(start)
	return syntax.Span{Start: from + int32(at.Start), End: from + int32(at.End)}
}

// version warns of a header that names a version of Relay's text that is not known.
func (c *checker) version(n syntax.NodeID) {
	text := c.Item.SourceText(n)
	if !slices.ContainsFunc(knownVersions, func(v string) bool { return strings.Contains(text, v) }) {
		c.Report(syntax.Diagnostic{
			Code: codes.UnknownVersion, Span: c.Item.Span(n),
			Message: "fraccheck does not know this version of Relay's text: what it finds below may be wrong",
			Notes:   []string{"It reads `#[version = \"0.0.5\"]`, which TVM prints, and the older `v0.0.4`."},
		})
	}
}

// knownVersions are the headers whose text is read as TVM does.
var knownVersions = []string{`"0.0.5"`, "v0.0.4"}

// A section is what a file says of the entries that it prints apart; nothing where
// it has no metadata, and no entries where that cannot be read.
type section struct {
	item     *syntax.Item
	entries  metadata.Section
	problems []metadata.Problem
}

// readSection reads the metadata section of a file; of several, the last.
func readSection(file *syntax.File) section {
	for i := file.Len() - 1; i >= 0; i-- {
		if item := file.Item(i); item.Kind(item.Root) == syntax.ItemMetadata {
			return readItem(item)
		}
	}
	return section{}
}

func readItem(item *syntax.Item) section {
	s := section{item: item}
	if f, named := metadata.FileOf(item.SourceText(item.Root)); named {
		if f.Err != nil {
			s.problems = []metadata.Problem{{At: f.At, Message: f.Err.Error()}}
		}
		return s
	}
	if text, _ := sectionText(item); text != "" {
		s.entries, s.problems = metadata.Read([]byte(text))
	}
	return s
}

// sectionText is the JSON text of a metadata section, and where in the item's own
// text it begins; one without text has nothing to read.
func sectionText(item *syntax.Item) (text string, start int) {
	body := item.SourceText(item.Root)
	if _, named := metadata.FileOf(body); named {
		return "", 0
	}
	if start = strings.IndexByte(body, '{'); start < 0 {
		return "", 0
	}
	return body[start:], start
}

// entry finds `meta[kind][i]`; nil where there is none.
func (m *Module) entry(text string) *metadata.Entry {
	kind, i, ok := entryName(text)
	if !ok {
		return nil
	}
	return m.section().entries.Entry(kind, i)
}

// entryName takes `meta[kind][i]` apart.
func entryName(text string) (kind string, i int, ok bool) {
	kind, rest, ok := strings.Cut(strings.TrimPrefix(text, "meta["), "][")
	i, err := strconv.Atoi(strings.TrimSuffix(rest, "]"))
	return kind, i, ok && err == nil && i >= 0
}

// Constants are the values of the constants in the file's metadata section, of
// several sections in the first.
func (m *Module) Constants() *metadata.Constants {
	if m.config.Constants != nil {
		return m.config.Constants
	}
	for _, item := range m.config.File.All() {
		if item.Kind(item.Root) == syntax.ItemMetadata {
			return metadata.NewConstants(item.SourceText(item.Root))
		}
	}
	return metadata.NewConstants("")
}

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

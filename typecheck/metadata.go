package typecheck

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/op/metadata"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// meta is a constant from the metadata section: it has the type that the
// section, its type comment or its context says.
func (c *checker) meta(n syntax.NodeID, want types.Type, why reason) types.Type {
	c.missingEntry(n)
	if t := c.typeFromComment(n); t != nil {
		return c.fit(n, want, t, why)
	}
	if entry, ok := c.m.entry(c.item.SourceText(n)); ok && entry.Type != nil {
		return c.fit(n, want, entry.Type, why)
	}
	if want != nil {
		return want
	}
	return c.fresh()
}

// metaValue is an entry of the metadata section as an attribute.
func (c *checker) metaValue(n syntax.NodeID) op.Value {
	if entry, ok := c.m.entry(c.item.SourceText(n)); ok {
		return entry.Value
	}
	if c.m.section() != nil {
		c.missingEntry(n)
		return op.Value{} // the section has no such entry
	}
	return op.Value{Kind: op.MetaValue}
}

// missingEntry reports `meta[kind][i]` that a section, where the file has one,
// does not hold.
func (c *checker) missingEntry(n syntax.NodeID) {
	section := c.m.section()
	kind, i, ok := entryName(c.item.SourceText(n))
	if section == nil || !ok {
		return
	}
	entries, known := section[kind]
	if known && i < len(entries) {
		return
	}
	d := syntax.Diagnostic{Code: codes.MetadataError, Span: c.item.Span(n)}
	if known {
		d.Message = fmt.Sprintf("the metadata section has %s of the kind `%s`, counted from 0, and this asks for number %d",
			countOf(len(entries), "entry", "entries"), kind, i)
	} else {
		d.Message = fmt.Sprintf("the metadata section has nothing of the kind `%s`", kind)
		d.Notes = []string{"It has " + listed(slices.Sorted(maps.Keys(section))) + "."}
	}
	c.report(d)
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

// metadata reports a section that cannot be read.
func (c *checker) metadata(n syntax.NodeID) {
	if _, err := readItem(c.item); err != nil {
		span := c.item.Span(n)
		span.End = min(span.End, span.Start+int32(len(metadataHeader)))
		c.report(syntax.Diagnostic{
			Code: codes.MetadataError, Span: span,
			Message: err.Error(),
			Notes:   []string{"The constants of the section are taken for what they are used as; their types are not checked."},
		})
	}
}

// metadataHeader is what a section begins with.
const metadataHeader = "#[metadata]"

// version warns of a header that names a version of Relay's text that is not known.
func (c *checker) version(n syntax.NodeID) {
	text := c.item.SourceText(n)
	if !slices.ContainsFunc(knownVersions, func(v string) bool { return strings.Contains(text, v) }) {
		c.report(syntax.Diagnostic{
			Code: codes.UnknownVersion, Span: c.item.Span(n),
			Message: "fraccheck does not know this version of Relay's text: what it finds below may be wrong",
			Notes:   []string{"It reads `#[version = \"0.0.5\"]`, which TVM prints, and the older `v0.0.4`."},
		})
	}
}

// knownVersions are the headers whose text is read as TVM does.
var knownVersions = []string{`"0.0.5"`, "v0.0.4"}

// readSection reads the metadata section of a file; one that cannot be read has
// no entries.
func readSection(file *syntax.File) (section metadata.Section) {
	for _, item := range file.Items {
		if item.Kind(item.Root) == syntax.ItemMetadata {
			section, _ = readItem(item)
		}
	}
	return section
}

// readItem reads a metadata section; one without text has nothing to read.
func readItem(item *syntax.Item) (metadata.Section, error) {
	body := item.SourceText(item.Root)
	i := strings.IndexByte(body, '{')
	if i < 0 {
		return nil, nil
	}
	return metadata.Read([]byte(body[i:]))
}

// entry finds `meta[kind][i]`.
func (m *Module) entry(text string) (metadata.Entry, bool) {
	kind, i, ok := entryName(text)
	if !ok {
		return metadata.Entry{}, false
	}
	return m.section().Entry(kind, i)
}

// entryName takes `meta[kind][i]` apart.
func entryName(text string) (kind string, i int, ok bool) {
	kind, rest, ok := strings.Cut(strings.TrimPrefix(text, "meta["), "][")
	i, err := strconv.Atoi(strings.TrimSuffix(rest, "]"))
	return kind, i, ok && err == nil && i >= 0
}

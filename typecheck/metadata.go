package typecheck

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/op/metadata"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// meta is a constant from the metadata section: it has the type that the
// section, its type comment or its context says.
func (c *checker) meta(n syntax.NodeID, want types.Type, why reason) types.Type {
	if t := c.commented(n); t != nil {
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
		return op.Value{} // the section has no such entry
	}
	return op.Value{Kind: op.MetaValue}
}

// readSection reads the metadata section of a file; one that cannot be read has
// no entries.
func readSection(file *syntax.File) (section metadata.Section) {
	for _, item := range file.Items {
		if item.Kind(item.Root) != syntax.ItemMetadata {
			continue
		}
		body := item.SourceText(item.Root)
		if i := strings.IndexByte(body, '{'); i >= 0 {
			section, _ = metadata.Read([]byte(body[i:]))
		}
	}
	return section
}

// entry finds `meta[kind][i]`.
func (m *Module) entry(text string) (metadata.Entry, bool) {
	kind, rest, ok := strings.Cut(strings.TrimPrefix(text, "meta["), "][")
	i, err := strconv.Atoi(strings.TrimSuffix(rest, "]"))
	if !ok || err != nil {
		return metadata.Entry{}, false
	}
	return m.section().Entry(kind, i)
}

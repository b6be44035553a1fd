package hint

import (
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Parts cuts a label at the names of the data types in it.
func (h *Hint) Parts() []string {
	if h.shown == nil {
		return []string{h.Label}
	}
	declared, parts, start := declaredTypes(h.shown), []string{}, 0
	for from := 0; from < len(h.Label); {
		end := from
		for end < len(h.Label) && isWordByte(h.Label[end]) {
			end++
		}
		if declared[h.Label[from:end]] != nil {
			if start < from {
				parts = append(parts, h.Label[start:from])
			}
			parts, start = append(parts, h.Label[from:end]), end
		}
		from = max(end, from+1)
	}
	if start < len(h.Label) {
		parts = append(parts, h.Label[start:])
	}
	return parts
}

func isWordByte(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z'
}

// declaredTypes are the data types in a type, by name.
func declaredTypes(t types.Type) map[string]*typecheck.Object {
	found := map[string]*typecheck.Object{}
	types.Walk(t, func(t types.Type) bool {
		if adt, ok := t.(*types.ADT); ok {
			if o, ok := adt.Decl.Data.(*typecheck.Object); ok {
				found[o.Name] = o
			}
		}
		return true
	})
	return found
}

// Declared is what a part of a label names: a data type, or a parameter of a
// definition; nil for others.
func (h *Hint) Declared(part string) *typecheck.Object {
	switch {
	case h.shown != nil:
		return declaredTypes(h.shown)[part]
	case part == h.Label:
		return h.param
	}
	return nil
}

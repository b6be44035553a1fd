package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A record is a type with one constructor that is not recursive, as
//
//	data Queue { Queue(List[int32], List[int32]) }
//
// Data of it is a tuple with a name: what a constructor has built, or a call has given, has its
// fields as values, and bodies are walked for the sizes of each. By the sums alone that data
// has otherwise, a queue whose first list is reversed where the second is empty costs its whole
// length each time. The parameters of a definition that is asked for are data without fields,
// since its bound has the sums by name; matching takes them apart once.
//
// The invariant is that a size of the data is the sum of those of its fields, so that whoever does
// not look at these knows nothing else.

// maxRecord is how many fields a record may have, those of records in it included.
const maxRecord = 8

// fieldsOf are the types of the fields of a record, nil for another type: they are plain, and all are
// measured.
func (a *Analysis) fieldsOf(t *types.ADT) []types.Type {
	if len(t.Decl.Constructors) != 1 || len(t.Decl.Constructors[0].Fields) == 0 {
		return nil
	}
	key := a.Text(t)
	known, met := a.records[key]
	if !met {
		if left := maxRecord; a.isRecord(t, &left) {
			known = measure.Fields(t, t.Decl.Constructors[0])
		}
		a.records[key] = known
	}
	return known
}

// isRecord reports whether a type is a record with no more than left fields.
func (a *Analysis) isRecord(t *types.ADT, left *int) bool {
	if measure.Wide(t) || measure.Loose(t) || !a.Plain(t) {
		return false
	}
	list, ok := a.Measures(t)
	if !ok || len(list) == 0 || slices.Contains(list, a.Key(t)) {
		return false
	}
	for _, f := range measure.Fields(t, t.Decl.Constructors[0]) {
		if *left--; *left < 0 || measure.Loose(f) {
			return false
		}
		inner, isADT := types.Head(f).(*types.ADT)
		if isADT && len(inner.Decl.Constructors) == 1 && !a.isRecord(inner, left) {
			return false
		}
	}
	return true
}

// record is data with some fields, if its type is a record: their sizes add up to its own.
func (w *walk) record(d *data, fields []value) *data {
	adt, ok := types.Head(typeOf(d)).(*types.ADT)
	if !ok || len(fields) == 0 || len(w.fieldsOf(adt)) != len(fields) {
		return d
	}
	list, _ := w.Measures(adt)
	for _, m := range list {
		sum := linear.Form{}
		for _, f := range fields {
			n, known := w.sizeOf(f, m)
			if !known || sum.Large() {
				return d
			}
			sum = sum.Plus(1, n)
		}
		d.sizes[m] = sum
	}
	d.fields, d.loose = fields, false
	return d
}

// unknownRecord is data of a record of which nothing is known: its fields are new.
func (w *walk) unknownRecord(p *path, t *types.ADT, fields []types.Type) value {
	d := &data{of: t, sizes: map[string]linear.Form{}, mixed: true}
	var parts []value
	for _, f := range fields {
		parts = append(parts, w.unknown(p, f, false))
	}
	return w.record(d, parts)
}

// opened are the fields of a value that is a record of some fields; values of which nothing is
// known where it is not followed.
func (w *walk) opened(p *path, v value, t *types.ADT, fields []types.Type) []value {
	if d, ok := v.(*data); ok {
		if parts, possible := w.parted(p, d, t, t.Decl.Constructors[0]); possible && len(parts) == len(fields) {
			return parts
		}
	}
	parts := make([]value, len(fields))
	for i := range parts {
		parts[i] = &opaque{}
	}
	return parts
}

// fieldSizes lists the sizes of the fields of a record in a result: integers and tags in them are
// not followed.
func (w *walk) fieldSizes(p *path, parts []value, fields []types.Type, sizes *[]linear.Form) {
	plain := &walk{Analysis: w.Analysis, in: w.in}
	for i, f := range fields {
		plain.sizesLike(p, parts[i], f, sizes)
	}
}

// mapped is data whose fields are mapped by a function, with the same sizes.
func (v *data) mapped(f func(value) value) []value {
	var fields []value
	for _, field := range v.fields {
		fields = append(fields, f(field))
	}
	return fields
}

// outermost are the algebraic types of what has sizes in a result: those in tuples and records.
func (a *Analysis) outermost(t types.Type) (all []*types.ADT) {
	for _, adt := range measure.Outermost(t) {
		fields := a.fieldsOf(adt)
		for _, f := range fields {
			all = append(all, a.outermost(f)...)
		}
		if fields == nil {
			all = append(all, adt)
		}
	}
	return all
}

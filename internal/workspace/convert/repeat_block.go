package convert

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// blocks gives the rows of equal blocks among so many, and the number of the parameters and results
// of the first one.
func (f *folder) blocks(start, period, count int) (found []fold, cost int) {
	var row *fold
	for k := range count {
		b, ok := f.block(start+k*period, period)
		if !ok {
			row = nil
			continue
		}
		if row != nil && row.blocks[0].form == b.form {
			row.blocks, row.count = append(row.blocks, b), row.count+1
			continue
		}
		found = append(found, fold{start: start + k*period, period: period, count: 1, blocks: []block{b}})
		row = &found[len(found)-1]
	}
	found = slices.DeleteFunc(found, func(c fold) bool { return c.count < 2 })
	if len(found) > 0 {
		cost = len(found[0].blocks[0].outer) + len(found[0].blocks[0].results)
	}
	return found, cost
}

// block describes the statements of a block. It is false where a value has no type that can be
// written.
func (f *folder) block(start, period int) (b block, ok bool) {
	var form strings.Builder
	numbers, bound := map[string]string{}, []string{}
	ok = true
	for i := start; i < start+period; i++ {
		s := &f.statements[i]
		for _, name := range s.binds {
			numbers[name] = "i" + strconv.Itoa(len(bound))
			bound = append(bound, name)
		}
		for k, t := range s.tokens {
			text := s.text[t.Start:t.End]
			switch {
			case t.Kind == syntax.TokTypeNote && k > 0 && s.tokens[k-1].Kind == syntax.TokMeta:
				continue // is part of the constant
			case t.Kind == syntax.TokLocal && numbers[text] != "":
				text = numbers[text]
			case t.Kind == syntax.TokLocal && f.types[text] != nil:
				ok = ok && b.read(text, f.types[text], numbers)
				text = numbers[text]
			case t.Kind == syntax.TokLocal:
				numbers[text] = "n" + strconv.Itoa(len(numbers))
				text = numbers[text]
			case t.Kind == syntax.TokMeta:
				text = constantText(s, k)
				if numbers[text] == "" {
					ok = ok && b.readConstant(text, numbers)
				}
				text = numbers[text]
			}
			form.WriteString(text + "\x00")
		}
	}
	b.bound = bound
	for i, name := range bound {
		if f.lastUse[name] >= start+period {
			b.results = append(b.results, i)
			ok = ok && f.types[name] != nil
		}
	}
	for _, o := range b.outer {
		form.WriteString(o.typ + "\x00")
	}
	b.form = form.String()
	return b, ok && f.closed(&b, start, period)
}

// read notes a value from elsewhere.
func (b *block) read(text string, t types.Type, numbers map[string]string) bool {
	typ := types.String(t)
	if !isWritten(t) || strings.Contains(typ, "?") {
		return false
	}
	numbers[text] = "e" + strconv.Itoa(len(b.outer))
	b.outer = append(b.outer, outer{text, typ, t})
	return true
}

// isWritten reports whether a type is one that models have: tensors, tuples and FractalTensors of
// them, without type variables.
func isWritten(t types.Type) bool {
	written := true
	types.Walk(t, func(t types.Type) bool {
		switch types.Head(t).(type) {
		case *types.Tensor, *types.Tuple, *types.Fractal:
		default:
			written = false
		}
		return written
	})
	return written
}

// readConstant notes a constant that stands where it is used, with its type.
func (b *block) readConstant(text string, numbers map[string]string) bool {
	_, typ, ok := strings.Cut(text, "/* ty=")
	numbers[text] = "e" + strconv.Itoa(len(b.outer))
	b.outer = append(b.outer, outer{text, strings.TrimSpace(strings.TrimSuffix(typ, "*/")), nil})
	return ok
}

// constantText is `meta[kind][i] /* ty=T */` at a token of a statement.
func constantText(s *letStatement, k int) string {
	end := s.tokens[k].End
	if k+1 < len(s.tokens) && s.tokens[k+1].Kind == syntax.TokTypeNote {
		end = s.tokens[k+1].End
	}
	return s.text[s.tokens[k].Start:end]
}

// closed finds the size variables that a block mentions. It reports whether the arguments of a call
// determine each.
func (f *folder) closed(b *block, start, period int) bool {
	var mentioned []string
	alone := map[string]bool{}
	for _, o := range b.outer {
		if o.t == nil {
			continue
		}
		types.Walk(o.t, func(t types.Type) bool {
			tensor, ok := t.(*types.Tensor)
			if !ok {
				return true
			}
			for _, d := range tensor.Shape {
				if e, ok := d.Symbolic(); ok {
					if s, single := e.Symbol(); single {
						alone[s.Name] = true
					}
					e.Symbols(func(s *symbolic.Symbol) { mentioned = append(mentioned, s.Name) })
				}
			}
			return true
		})
	}
	for i := start; i < start+period; i++ {
		s := &f.statements[i]
		for _, t := range s.tokens {
			if name := s.text[t.Start:t.End]; t.Kind == syntax.TokName && f.sizes[name] {
				mentioned = append(mentioned, name)
			}
		}
	}
	for _, name := range mentioned {
		if !alone[name] || !f.sizes[name] {
			return false
		}
		if !slices.Contains(b.sizes, name) {
			b.sizes = append(b.sizes, name)
		}
	}
	return true
}

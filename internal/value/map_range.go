package value

// rangeLen is the number of elements that a Map is applied to at a time where
// an operand has to be gathered: blocks of a few operands stay in the first
// cache.
const rangeLen = 2048

// Range computes the row-major positions from to to of dst, a slice for the
// whole result, of operands that have been broadcast to its shape.
func (m *Map) Range(dst any, operands []*Array, from, to int) error {
	readers, step := make([]*Reader, len(operands)), to-from
	for k, a := range operands {
		readers[k] = NewReader(a)
		if !readers[k].direct {
			step = min(step, rangeLen)
		}
	}
	src := make([]any, len(operands))
	for ; from < to; from += step {
		n := min(step, to-from)
		for k, r := range readers {
			src[k] = r.Read(from, n)
		}
		if err := m.Block(Cut(dst, from, from+n), src); err != nil {
			return err
		}
	}
	return nil
}

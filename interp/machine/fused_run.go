package machine

import "github.com/fraccheck/fraccheck/interp/code"

// minFusedElements is how many elements fused operators must have to be traced; on
// fewer they run one by one.
const minFusedElements = 512

// fused runs the fused operators of a site: in one pass over the elements where that
// pays and can be done, else by calling their function, which runs them one by one.
func (m *machine) fused(s *code.Site, args []code.Slot) (code.Slot, error) {
	size := 0
	for _, arg := range args {
		if arg.Kind() == code.ArrayKind {
			size = max(size, arg.Array().Len())
		}
	}
	if size >= minFusedElements && !m.options.Sequential {
		result, ok, err := m.runFused(s, args)
		if ok || err != nil {
			return result, err
		}
	}
	return m.invoke(code.FunctionSlot(s.Fused.Index), args...)
}

// runFused traces the function of fused operators and runs the trace. ok is false
// where it cannot be traced, or divides by zero: the plain way then finds where.
func (m *machine) runFused(s *code.Site, args []code.Slot) (result code.Slot, ok bool, err error) {
	t := &tracer{m: m, domains: []int{1}, budget: traceBudget}
	n := 0
	if !traced(func() {
		given := make([]symbol, len(args))
		for i, arg := range args {
			given[i] = t.known(arg)
			if arg.Kind() == code.ArrayKind { // one node, however often it is read
				given[i] = symbol{kind: nodeSymbol, node: t.operand(given[i])}
			}
		}
		n = t.operand(t.call(symbol{kind: knownSymbol, slot: code.FunctionSlot(s.Fused.Index)}, given))
	}) {
		return code.Slot{}, false, nil
	}
	a, err := m.compute(t, n, 1)
	if isZeroDivisor(err) {
		return code.Slot{}, false, nil
	}
	if err != nil {
		return code.Slot{}, false, err
	}
	m.countFastPath(OperatorsFused)
	return code.ArraySlot(a.Index(0)), true, nil
}

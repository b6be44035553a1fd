package machine

import (
	"slices"

	"github.com/fraccheck/fraccheck/interp/code"
)

// fork runs functions side by side; their results take their places. It is not
// done where they must be run in order, or fail.
func (m *machine) fork(at, n int) (done bool, err error) {
	tasks := append([]code.Slot{}, m.stack[at:at+n]...)
	if slices.ContainsFunc(tasks, m.mustBeOrdered) {
		return false, nil
	}
	results := make([]code.Slot, n)
	done, err = m.speculate(func() (bool, error) {
		return true, m.parallel(n, 1, func(m *machine, from, to int) error {
			for i := from; i < to; i++ {
				r, err := m.invoke(tasks[i])
				if err != nil {
					return err
				}
				results[i] = r
			}
			return nil
		})
	})
	if done {
		m.countFastPath(BindingsForked)
		copy(m.stack[at:], results)
	}
	return done, err
}

// speculate does in another order what can be done plainly, and tells whether
// that succeeded. What it took does not count if not; only a run that is stopped
// or broken ends there.
func (m *machine) speculate(do func() (bool, error)) (ok bool, err error) {
	before := m.steps.Load()
	ok, err = do()
	if ok && err == nil {
		return true, nil
	}
	if f, faulty := err.(*Fault); faulty && (f.Kind == StopFault || f.Kind == InternalFault) {
		return false, err
	}
	m.steps.Add(before - m.steps.Load())
	return false, nil
}

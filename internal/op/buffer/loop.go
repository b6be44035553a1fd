package buffer

import "github.com/fraccheck/fraccheck/internal/op"

// Pieces of work are cut so that a machine can share them out and stop between
// them: about so many steps each.
const piece = 1 << 16

// Spans runs body over parts of [0, n), of about `steps` steps an index, and
// charges them.
func Spans(m op.Machine, n, steps int, body func(from, to int)) error {
	return Parts(m, n, steps, func(from, to int) error {
		body(from, to)
		return nil
	})
}

// Parts is Spans for bodies that may fail.
func Parts(m op.Machine, n, steps int, body func(from, to int) error) error {
	grain := max(1, piece/max(1, steps))
	return m.Parallel(n, grain, func(from, to int) error {
		for ; from < to; from += grain {
			end := min(to, from+grain)
			if err := m.Charge(int64(end-from) * int64(steps)); err != nil {
				return err
			}
			if err := body(from, end); err != nil {
				return err
			}
		}
		return nil
	})
}

// Long is Each for indices that take many pieces: body looks between them
// whether it may go on, and hands on what pause says.
func Long(m op.Machine, n, steps int, body func(i int, pause func() error) error) error {
	pause := op.Looks(m)
	return m.Parallel(n, max(1, piece/max(1, steps)), func(from, to int) error {
		for i := from; i < to; i++ {
			if err := m.Charge(int64(steps)); err != nil {
				return err
			}
			if err := body(i, pause); err != nil {
				return err
			}
		}
		return nil
	})
}

// EachLong is Each for bodies that look at the limits themselves where they take long.
func EachLong(m op.Machine, n, steps int, body func(i int) error) error {
	return Parts(m, n, steps, func(from, to int) error {
		for i := from; i < to; i++ {
			if err := body(i); err != nil {
				return err
			}
		}
		return nil
	})
}

// Each is Spans with one call of body for each index.
func Each(m op.Machine, n, steps int, body func(i int)) error {
	return Spans(m, n, steps, func(from, to int) {
		for i := from; i < to; i++ {
			body(i)
		}
	})
}

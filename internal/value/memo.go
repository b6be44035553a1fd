package value

import "slices"

// A Memo keeps what was made of lists of parts, so that a function that recurses over parts
// makes it once for each list that there is, however often the parts are shared. What is made
// first is not kept: most values are small, and looking up takes time.
type Memo[Part comparable, Made any] struct {
	visits int
	made   map[Part][]memoEntry[Part, Made] // by the first part
}

type memoEntry[Part comparable, Made any] struct {
	of   []Part
	made Made
}

// Of gives what was made of a list that is not empty, or makes it.
func (m *Memo[Part, Made]) Of(list []Part, create func() (Made, error)) (Made, error) {
	if m.visits++; m.visits <= fewColumns {
		return create()
	}
	for _, e := range m.made[list[0]] {
		if slices.Equal(e.of, list) {
			return e.made, nil
		}
	}
	of := slices.Clone(list) // the caller uses its list again
	made, err := create()
	if err != nil {
		return made, err
	}
	if m.made == nil {
		m.made = map[Part][]memoEntry[Part, Made]{}
	}
	m.made[of[0]] = append(m.made[of[0]], memoEntry[Part, Made]{of, made})
	return made, nil
}

package trial

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
)

// scalar is the next number in the order of the style.
func (m *maker) scalar(t types.Dtype) treewalk.Num {
	m.count++
	k := int64(3)
	switch m.style.order {
	case random:
		k = int64(m.IntN(2*m.n+3)) - int64(m.n)/2
	case rising:
		k = m.count
	case falling:
		k = int64(m.n) - m.count
	case alternating:
		k = m.count % 2
	case written:
		k = m.numbers[m.IntN(len(m.numbers))] + int64(m.IntN(3)) - 1
	}
	switch {
	case t.Class == types.BoolClass:
		return truth(m.style.order == rising || k%2 != 0 && m.style.order != falling)
	case t.IsFloat():
		return treewalk.Num{Dtype: t.String(), F: float64(k) / 8}
	case t.Class == types.UintClass:
		k = max(k, -k)
	}
	return number(t, min(max(k, -greatest(t)), greatest(t)))
}

func number(t types.Dtype, k int64) treewalk.Num {
	return treewalk.Num{Dtype: t.String(), I: k}
}

func truth(b bool) treewalk.Num {
	if b {
		return treewalk.Num{Dtype: types.Bool.String(), I: 1}
	}
	return treewalk.Num{Dtype: types.Bool.String()}
}

// greatest is the greatest integer of a dtype, as far as int64 goes.
func greatest(t types.Dtype) int64 {
	bits := uint(t.Bits)
	if t.Class == types.IntClass {
		bits--
	}
	if bits >= 63 {
		return math.MaxInt64
	}
	return 1<<bits - 1
}

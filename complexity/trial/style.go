package trial

// A style is how arguments of one size are made.
type style struct {
	name   string
	order  order  // of the numbers in them
	spread spread // of the constructors of a tree
	rows   rows   // lengths of what is nested in lists and FractalTensors
	// only is the parameter that grows, counted from 1, from the last one where it is
	// negative; the others stay small. All grow where it is 0.
	only int
	// number makes an integer parameter of the size.
	number func(n int64) int64
}

type order uint8

const (
	random order = iota
	rising
	falling
	equal
	alternating
)

type spread uint8

const (
	anyhow spread = iota
	leftmost
	rightmost
	balanced
)

type rows uint8

const (
	mixedRows rows = iota
	noRows
	shortRows
	evenRows
	oneRow
)

func same(n int64) int64 { return n }
func zero(int64) int64   { return 0 }

// power is the greatest power of two that is not greater.
func power(n int64) int64 {
	p := int64(1)
	for p <= n/2 {
		p *= 2
	}
	return min(p, n)
}

// styles are tried in this order.
var styles = []style{
	{"random", random, anyhow, mixedRows, 0, same},
	{"rising", rising, rightmost, evenRows, 0, same},
	{"falling", falling, leftmost, shortRows, 0, same},
	{"all equal", equal, balanced, oneRow, 0, power},
	{"alternating", alternating, rightmost, noRows, 0, zero},
	{"first large", falling, rightmost, evenRows, 1, same},
	{"last large", rising, leftmost, mixedRows, -1, same},
	{"balanced", random, balanced, evenRows, 0, power},
}

package value

// scanRow is the number of elements from which rows are combined as blocks.
const scanRow = 16

// Scan replaces row i of data, n rows of width elements, by f of row i - 1 and
// row i, for i from 1 on, in the columns from to to. f has one dtype.
func (m *Map) Scan(data any, n, width, from, to int) {
	k := kindOfSlice(data)
	if to-from < scanRow && k.scan(m, data, n, width, from, to) {
		return
	}
	row := func(i int) any { return k.cut(data, i*width+from, i*width+to) }
	for i := 1; i < n; i++ {
		next := row(i)
		m.block(next, []any{row(i - 1), next})
	}
}

// scan goes down column by column; not for half dtypes, which have no function
// on their bits.
func (sliceOf[T]) scan(m *Map, rows any, n, width, from, to int) bool {
	f, ok := m.one.(func(x, y T) T)
	if !ok {
		return false
	}
	data := rows.([]T)
	for column := from; column < to; column++ {
		last := data[column]
		for i := width + column; i < n*width; i += width {
			last = f(last, data[i])
			data[i] = last
		}
	}
	return true
}

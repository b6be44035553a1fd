package graph

// A rows holds a list for every index, side by side in one slice.
type rows[T any] struct {
	first []int32 // one more than there are lists
	all   []T
}

func (r *rows[T]) of(i int32) []T { return r.all[r.first[i]:r.first[i+1]] }

// makeRows sorts things by the list that they belong to, in the order in which
// each gives them. It asks twice.
func makeRows[T any](n int, each func(yield func(list int32, t T))) rows[T] {
	r := rows[T]{first: make([]int32, n+1)}
	each(func(list int32, _ T) { r.first[list+1]++ })
	for i := range n {
		r.first[i+1] += r.first[i]
	}
	r.all = make([]T, r.first[n])
	next := append([]int32{}, r.first[:n]...)
	each(func(list int32, t T) {
		r.all[next[list]] = t
		next[list]++
	})
	return r
}

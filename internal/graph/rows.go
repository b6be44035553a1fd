package graph

// A rows holds a list for every index, side by side in one slice.
type rows[T any] struct {
	first []int32 // two more than there are lists
	all   []T
}

func (r *rows[T]) of(i int32) []T { return r.all[r.first[i]:r.first[i+1]] }

// makeRows sorts things by the list that they belong to, in the order in which
// each gives them. It asks twice.
func makeRows[T any](n int, each func(yield func(list int32, t T))) rows[T] {
	r := rows[T]{first: make([]int32, n+2)}
	next := r.first[1:] // by list: where its next one goes, in the end where the next list begins
	each(func(list int32, _ T) { next[list+1]++ })
	for i := range n {
		next[i+1] += next[i]
	}
	r.all = make([]T, next[n])
	each(func(list int32, t T) {
		r.all[next[list]] = t
		next[list]++
	})
	return r
}

package network

import "slices"

// A run follows which nodes of a plan are live while its calls are made in some order.
type run struct {
	*plan
	left           []int32 // by node: users that are not done
	allocate, free func(n int32)
	dying          []int32
}

func newRun(p *plan, allocate, free func(n int32)) *run {
	return &run{plan: p, left: slices.Clone(p.users), allocate: allocate, free: free}
}

// begin puts the inputs into memory, calls full while all are there, and takes away those
// that nothing reads.
func (r *run) begin(full func()) {
	for n := range r.nodes {
		if r.nodes[n].kind == input {
			r.allocate(int32(n))
		}
	}
	full()
	for n := range r.nodes {
		if r.nodes[n].kind == input && r.left[n] == 0 {
			r.die(int32(n))
		}
	}
}

// compute makes a node's result, release lets go of what nothing else needs then.
func (r *run) compute(n int32) {
	r.allocate(n)
	for _, m := range r.holds.of(n) {
		if r.nodes[m].kind == part {
			r.allocate(m)
		}
	}
}

func (r *run) release(n int32) {
	for _, m := range r.reads.of(n) {
		r.let(m)
	}
	if r.left[n] == 0 {
		r.die(n)
	}
}

// let takes a user from a node.
func (r *run) let(n int32) {
	if r.left[n]--; r.left[n] == 0 {
		r.die(n)
	}
}

func (r *run) die(n int32) {
	r.dying = append(r.dying, n)
	for len(r.dying) > 0 {
		n := r.dying[len(r.dying)-1]
		r.dying = r.dying[:len(r.dying)-1]
		r.free(n)
		for _, m := range r.holds.of(n) {
			if r.left[m]--; r.left[m] == 0 {
				r.dying = append(r.dying, m)
			}
		}
	}
}

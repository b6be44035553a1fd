package op

// Traits are what is known of an operator beyond its types: what proofs,
// rewritings, cost bounds and the interpreter's short maps rest on. The zero
// value of each field says that nothing is known; who reads one must then
// expect the worst. Every entry's traits are held against its kernel by tests.
type Traits struct {
	Laws     Laws
	Fails    Failures
	Rounding Rounding
	Aliasing Aliasing
	Cost     Cost

	// Rebinding gives new values to the variables that stand as some of the
	// arguments; nil for all operators but those that keep statistics.
	Rebinding *Rebinding
	// Product gives the two sides of the product of matrices that the operator
	// is; nil for all others.
	Product Product
	// SameAs names the operator that this one is another name of: the two have
	// one kernel and one set of traits.
	SameAs string
}

// Canonical is the one name by which an operator with several is known.
func (o *Op) Canonical() string {
	if o.SameAs != "" {
		return o.SameAs
	}
	return o.Name
}

// Costing are the traits with a cost.
func (t Traits) Costing(c Cost) Traits {
	t.Cost = c
	return t
}

package complete

import "github.com/fraccheck/fraccheck/internal/op"

// Values are the values of an operator's attribute that are offered, the best first.
func Values(o *op.Op, a op.Attr) []Candidate {
	found := attributeValues(o, a)
	for i := range found {
		if found[i].Filter == "" {
			found[i].Filter = found[i].Label
		}
	}
	return found
}

package complexity

import "context"

// Limited has so many steps for all that the analysis does, and so many more or fewer for
// each body.
func (a *Analysis) Limited(whole, body int) *Analysis {
	a.limit(context.Background(), whole)
	a.forBody += body
	return a
}

// BodySteps is what each body has.
const BodySteps = bodySteps

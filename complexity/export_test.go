package complexity

// Limited has so many steps for all that the analysis does, and so many more or fewer for
// each body.
func (a *Analysis) Limited(whole, body int) *Analysis {
	a.forBody += body
	return a.with(whole)
}

// BodySteps is what each body has.
const BodySteps = bodySteps

package complexity

// Integers wrap around at their width, and a sum that does is no longer the sum. Where it is
// not shown that one cannot (fits), it is of unknown size. If a body has no bound then, it is
// looked at once more, as another, conditional instance: there every sum is taken to be what it
// says, and the bound has that as its condition ("if no integer leaves its range"). A conditional
// instance calls the conditional instance of what has no bound without the condition.
//
// A bound rests on the condition if a sum in its body, or in what it calls, was taken so.

// takesRange reports whether a sum that may leave its range is taken to stay in it, and notes that
// there is one.
func (in *instance) takesRange() bool {
	in.unfit = true
	in.ranged = in.ranged || in.conditional
	return in.conditional
}

// conditionalKey begins the key of a conditional instance.
const conditionalKey = "~"

// orConditional is an instance, or the conditional one where only that has a bound.
func (a *Analysis) orConditional(in *instance) *instance {
	if in == nil || !in.Done || in.bounded() {
		return in
	}
	if other := a.instances[conditionalKey+in.key]; other != nil && other.Done && other.bounded() {
		return other
	}
	return in
}

func (in *instance) bounded() bool { return in.Loss == nil && in.Ends }

// retry looks for a bound of a group that has none with the condition on ranges.
func (a *Analysis) retry(group []*instance) {
	unfit, unbounded := false, false
	for _, in := range group {
		if in.conditional || in.joint != nil {
			return
		}
		unfit = unfit || in.unfit
		unbounded = unbounded || !in.bounded()
	}
	if !unfit || !unbounded {
		return
	}
	a.conditionally(group[0])
}

// conditionally is the conditional instance of an instance, looked at if it has not been.
func (a *Analysis) conditionally(in *instance) *instance {
	key := conditionalKey + in.key
	if known := a.instances[key]; known != nil {
		return known
	}
	other := a.newInstance(instance{object: in.object, literal: in.literal, family: in.family, args: in.args, chosen: in.chosen, extents: in.extents, key: key, effects: in.effects, passed: in.passed, conditional: true})
	other.Unknown = in.Unknown
	a.instances[key] = other
	a.look(other)
	return other
}

// shareRange notes that the bounds of all of a group rest on the condition, if that of one does.
func shareRange(group []*instance) {
	for _, in := range group {
		if in.ranged {
			for _, other := range group {
				other.ranged = true
			}
			return
		}
	}
}

package complexity

// Integers wrap around at their width, and a sum that does is no longer the sum. Where it is
// not shown that one cannot (fits), it is of unknown size. If a body has no bound then, it is
// looked at once more, as another instance, its twin: there every sum is taken to be what it
// says, and the bound has that as its condition ("if no integer leaves its range"). A twin
// calls the twin of what has no bound without the condition.
//
// A bound rests on the condition if a sum in its body, or in what it calls, was taken so.

// takesRange reports whether a sum that may leave its range is taken to stay in it, and notes that
// there is one.
func (in *instance) takesRange() bool {
	in.unfit = true
	in.ranged = in.ranged || in.twinned
	return in.twinned
}

// twinKey is the key of the twin of an instance.
const twinKey = "~"

// orTwin is an instance, or its twin where only that has a bound.
func (a *Analysis) orTwin(in *instance) *instance {
	if in == nil || !in.Done || in.bounded() {
		return in
	}
	if twin := a.instances[twinKey+in.key]; twin != nil && twin.Done && twin.bounded() {
		return twin
	}
	return in
}

func (in *instance) bounded() bool { return in.Loss == nil && in.Ends }

// retry looks for a bound of a group that has none with the condition on ranges.
func (a *Analysis) retry(group []*instance) {
	unfit, unbounded := false, false
	for _, in := range group {
		if in.twinned || in.joint != nil {
			return
		}
		unfit = unfit || in.unfit
		unbounded = unbounded || !in.bounded()
	}
	if !unfit || !unbounded {
		return
	}
	a.twin(group[0])
}

// twin is the twin of an instance, looked at if it has not been.
func (a *Analysis) twin(in *instance) *instance {
	key := twinKey + in.key
	if known := a.instances[key]; known != nil {
		return known
	}
	twin := a.newInstance(instance{object: in.object, literal: in.literal, args: in.args, chosen: in.chosen, extents: in.extents, key: key, effects: in.effects, passed: in.passed, twinned: true})
	twin.Unknown = in.Unknown
	a.instances[key] = twin
	a.look(twin)
	return twin
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

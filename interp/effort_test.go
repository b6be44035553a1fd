//go:build !race

package interp

// Without the race detector, random programs are as many as their flags say.
const underRace, effort = false, 1

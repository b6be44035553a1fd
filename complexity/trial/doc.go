// Package trial runs definitions on arguments that it makes up, and holds what the runs
// cost against the bounds that package complexity derives: a bound that some run exceeds
// is wrong.
//
// A Subject (a definition with its bound and the program that it stands in) and Options
// go in; a Trial comes out: a Point for each run, with its sizes, its cost and its
// bounds, from which the largest ratio and the exponents of growth follow. The runs are
// those of the evaluator of trees, which shares nothing with the analysis and counts by
// the rules of its Cost.
//
// Arguments follow from the types of the parameters: forms (form.go) say what values a
// type has, styles (style.go) how they are spread and ordered, and which of them grow, a maker (make.go) builds
// them, and size.go measures them as bounds do, by the names of the bound's sizes. The
// same subject gets the same arguments every time.
//
// Read trial.go first.
package trial

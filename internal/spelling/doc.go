// Package spelling finds the names that a misspelt one may mean.
//
// Names are compared by Damerau and Levenshtein's distance in its restricted
// form (Damerau 1964, Levenshtein 1966; "optimal string alignment"): how many
// letters must be put in, left out, replaced, or exchanged with their
// neighbour, where no letter is touched twice. Capitals do not count. How many
// mistakes a name may have follows from its length (Tolerance).
//
// A list that is asked once is compared name by name (Near, Nearest). For one
// that is asked often, an Index answers in time that hardly grows with the
// list: a file may use as many undefined names as it declares others.
//
// Read distance.go first, then index.go.
package spelling

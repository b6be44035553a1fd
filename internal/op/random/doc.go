// Package random owns the entries of the operators `random.…`. They keep no
// state: each takes the key of a Threefry generator and gives the next key
// beside its numbers.
//
// Read ops.go first; key.go has the generator's own operators, draw.go the
// distributions.
package random

// Package attack tries hostile input on the built binary: texts that are deep, long,
// broken or explosive, files that are no files, arrays that lie, sessions of an editor
// over all of them. Each run must end, in time and memory that are bounded, with an
// answer or a plain refusal: never a crash, a hang or a finding about the checker
// itself.
//
// A [Kind] makes one sort of input of about a given size; the kinds are in tables, in
// files named after what they attack (text_kinds.go and so on), and each is added to
// All. [Binary.Try] runs one command on one input under the limits, and says what
// exceeds them.
//
// `go test` makes a small input of every kind, which holds that kinds do what they say
// and that nothing dies of small ones. `make attack` makes the large ones; it sets
// ATTACK=1, and ATTACK_ONLY to a regular expression over the names of kinds if it is
// given. There alone time counts: that of the processor or of the clock, whichever is
// less, so that a busy machine fails nothing and a program that waits for ever does.
//
// Read kind.go first, then trial.go.
package attack

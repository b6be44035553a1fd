// Package facts works out what analyzers say of definitions (analysis.Fact),
// keeps it, and says after an edit which of it still holds.
//
// A Store is for one module. It knows the stores of what the module imports, so
// that facts are found wherever names are. A fact is worked out when it is first
// asked for: the call graph is followed from the definition, callees before
// callers, and definitions that call each other are looked at until their facts
// stay (component.go). With each fact stands what it was concluded from: the
// item, the facts that were read, the definitions that it was found together
// with (memo.go). The store of the next text takes over the facts of the items
// whose tree and types an edit did not reach; such a fact holds if what it read
// comes out equal, and then nothing above it is looked at again. This is the
// scheme of build systems that check by value and stop early (Mokhov, Mitchell
// and Peyton Jones, "Build systems à la carte", 2018: verifying traces).
//
// A Store may be asked from several goroutines. What it answers never changes.
// Memory is a fact and a list of reads for each definition that was asked for.
// Read store.go first.
package facts

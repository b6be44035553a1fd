// Package console is what a command prints on, and keeps text of users from commanding a
// terminal.
//
// A program, the name of a file or a message may hold what a terminal obeys instead of showing
// it: sequences that move the cursor, rename the window, or put text where the program did not
// write. There are two ways out, and each text takes one of them:
//
//   - Messages and excerpts are for people. They go through Printable, PrintableLines or OneLine
//     wherever they are printed, into files too, and hold nothing that is obeyed.
//   - Programs and patches are for other programs as well, and are printed as they are. On a
//     terminal they go through AsShown, as does all that is printed there (Flush, Screen), so
//     that a text which took neither way does no harm.
//
// The only sequences that reach a terminal are those of a Palette.
//
// Read console.go first; text.go counts columns as terminals do.
package console

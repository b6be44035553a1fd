// Package signature owns files of signatures: what programs show to those that import
// them, so that these can be checked without the programs' texts.
//
// A file of signatures is lines of text. The first says which format it is, the second
// has the digest of all that follows, the third says which build of fraccheck wrote it; a
// file that does not begin so, or is not what its digest says, is refused. Then come programs,
// each with what it imports, its first error, and its items: heads of definitions, whole
// declarations of types. After an item stand the type of a definition whose head does not
// state it, and facts about it (analysis.Facts). Nothing in it states the position of anything in
// a program, nor what its bodies are: an edit of a body that changes neither a type nor a
// fact leaves the file as it is, byte for byte.
//
// A program has a digest too, and names those of its imports. So a signature that was made
// with other imports than those that are there is found out.
//
// The package knows words and lines; package workspace makes signatures of programs, and
// programs of signatures. Read signature.go first, then write.go and read.go.
package signature

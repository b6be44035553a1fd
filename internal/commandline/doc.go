// Package commandline is what the command needs besides kong, which reads its command line: a
// table of its commands, and what comes from that table or mentions it.
//
// The commands, their flags and what these take are declared once, in the structs that kong
// fills (commandLine in cmd/fraccheck). Table reads the model that kong makes of them; scripts for
// shells (completion.go, bash.go, zsh.go, fish.go) and manual pages (man.go) are written from
// it. What a value can be comes from its type and its placeholder, or from the tag `complete`
// (a list of words, or the name of a kind) where these do not tell.
//
// Before the parsing, Respell rewrites arguments that kong would take for flags of one letter;
// after it, Misuse turns kong's errors into sentences that say what the command takes.
//
// Completion libraries for kong answer a shell with bare words: no descriptions in zsh and
// fish, no files in the middle of a list, and no tests by the shells themselves.
package commandline

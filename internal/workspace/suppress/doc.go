// Package suppress has what a file says of its own diagnostics: comments and attributes that
// suppress some, and the headers of code blocks in documents that announce some.
package suppress

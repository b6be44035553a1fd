// Package picture lists what is drawn of a file: graphs of definitions, and structure trees of
// their types.
package picture

// Package codes lists the codes of all diagnostics, each with its default severity, the confidence of
// its fixes and its tags. It does not know who reports them. The table is in code.go.
package codes

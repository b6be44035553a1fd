// Package codes lists the codes of all findings, each with the severity that it
// has where no configuration says otherwise, with what else is true of all
// findings of the code (tags), and with how sure their fixes are (confidences).
// It knows nothing of who reports them. Read code.go first; the pages that explain
// the codes are package explain's.
package codes

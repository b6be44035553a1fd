package schema

import (
	"fmt"
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/internal/spelling"
)

// An UnknownError is an operator that no version of a domain has.
type UnknownError struct {
	Op, Domain string
	Near       string // a similar name of the domain, "" if none is near
}

func (e *UnknownError) Error() string {
	message := fmt.Sprintf("%s has no operator %s", set(e.Domain), quote(e.Op))
	if e.Near != "" {
		message += fmt.Sprintf("; did you mean `%s`?", e.Near)
	}
	return message
}

func unknown(d *domain, name, op string) *UnknownError {
	near, _ := spelling.Nearest(op, slices.Sorted(maps.Keys(d.operators)))
	return &UnknownError{Op: op, Domain: name, Near: near}
}

// A TooOldError is an operator that came with a later version of the operator
// set than a model imports.
type TooOldError struct {
	Op, Domain     string
	Since, Version int64
}

func (e *TooOldError) Error() string {
	return fmt.Sprintf("`%s` came with %s, and the model imports %d; import %[2]s or a later one",
		e.Op, opset(e.Domain, e.Since), e.Version)
}

// A RemovedError is an operator that an earlier version of the operator set
// than a model imports has deprecated.
type RemovedError struct {
	Op, Domain string
	Until      int64 // the last version that has it
	Version    int64
	Instead    string // the operator that replaces it, "" if nothing does
}

func (e *RemovedError) Error() string {
	message := fmt.Sprintf("`%s` was removed after %s, and the model imports %d", e.Op, opset(e.Domain, e.Until), e.Version)
	if e.Instead != "" {
		message += fmt.Sprintf("; use `%s`", e.Instead)
	}
	return message
}

// opset names a version of a domain's operator set.
func opset(domain string, version int64) string {
	if domain == "" {
		return fmt.Sprintf("opset %d", version)
	}
	return fmt.Sprintf("opset %d of %s", version, domain)
}

// set names the operator set of a domain.
func set(domain string) string {
	if domain == "" {
		return "ONNX"
	}
	return "the domain " + quote(domain)
}

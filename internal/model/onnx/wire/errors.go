package wire

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
)

// An Error is what is wrong with a file.
type Error struct {
	Offset  int64  // of the byte where it is seen
	Path    string // of the message, by the names of onnx.proto: graph.node[3].attribute[0].t
	Message string
}

func (e *Error) Error() string {
	if e.Path == "" {
		return fmt.Sprintf("byte %d: %s", e.Offset, e.Message)
	}
	return fmt.Sprintf("byte %d, in %s: %s", e.Offset, e.Path, e.Message)
}

// within puts a part of the path in front: the name of a field, or the index of a message in
// one as `[3]`.
func (e *Error) within(part string) *Error {
	if e.Path != "" && !strings.HasPrefix(e.Path, "[") {
		part += "."
	}
	e.Path = part + e.Path
	return e
}

// errorf makes an error at the byte that is read next.
func (d *decoder) errorf(format string, args ...any) *Error { return d.errorAt(d.at, format, args...) }

func (d *decoder) errorAt(at int, format string, args ...any) *Error {
	return &Error{Offset: d.start + int64(at), Message: fmt.Sprintf(format, args...)}
}

// malformed is the error of a number that protowire cannot read. The end is that of the
// message that it is in.
func (d *decoder) malformed(code, end int) *Error {
	switch {
	case end-d.at >= maxVarint || code != truncated:
		return d.errorf("a number takes more than 64 bits")
	case end == len(d.data):
		return d.errorf("the file ends inside a number")
	}
	return d.errorf("the message ends inside a number")
}

const (
	maxVarint = 10 // bytes
	truncated = -1 // protowire's code
)

// wireTypes are the names of wire types in messages.
var wireTypes = [...]string{
	protowire.VarintType:     "a number (wire type 0)",
	protowire.Fixed64Type:    "8 bytes (wire type 1)",
	protowire.BytesType:      "bytes with a length (wire type 2)",
	protowire.StartGroupType: "a group (wire type 3)",
	protowire.EndGroupType:   "the end of a group (wire type 4)",
	protowire.Fixed32Type:    "4 bytes (wire type 5)",
	6:                        "wire type 6, which does not exist",
	7:                        "wire type 7, which does not exist",
}

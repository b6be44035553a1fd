package metadata

import (
	"errors"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// Constants in a file of their own. A section may name an .npz file in place of TVM's JSON:
//
//	#[metadata]
//	"m.npz"
//
// The i-th array of the file, in the order of its archive, is `meta[relay.Constant][i]`.

// ConstantKind is the kind of the constants that a file has.
const ConstantKind = "relay.Constant"

// A FileName is the name of a file of constants that a section has.
type FileName struct {
	Name string // relative to the folder of the program, with `/`
	At   Span   // of the string, in the section
	Err  error  // why no file is read by it
}

var (
	errNoString = errors.New("the name of the file of the constants is a string in quotes that closes, with nothing after it: `\"weights.npz\"`")
	errOutside  = errors.New("the file of the constants is in the folder of the program or below it: a relative name without `..`, with `/` between folders")
	errNoNPZ    = errors.New("the file of the constants is an .npz file, as numpy.savez writes it")
)

// FileOf finds the name of a file in a section as it is in a program, after its
// `#[metadata]` or with it; it is false where the section has none.
func FileOf(section string) (f FileName, ok bool) {
	start := len(section) - len(strings.TrimLeft(section, " \t\r\n"))
	if rest := section[start:]; strings.HasPrefix(rest, "#[") || strings.HasPrefix(rest, "METADATA:") {
		end := strings.IndexAny(rest, "]:")
		if end < 0 {
			return f, false
		}
		start += end + 1
		rest = section[start:]
		start += len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
	}
	text := strings.TrimRight(section[start:], " \t\r\n")
	if !strings.HasPrefix(text, `"`) {
		return f, false
	}
	f.At = Span{start, start + len(text)}
	name, err := strconv.Unquote(text)
	switch {
	case err != nil || strings.ContainsAny(text, "\n\r"):
		f.Err = errNoString
	case !isBelow(name):
		f.Err = errOutside
	case !strings.EqualFold(path.Ext(name), ".npz"):
		f.Err = errNoNPZ
	}
	f.Name = name
	return f, true
}

// isBelow reports whether a name stays in its folder on every system, by its text.
func isBelow(name string) bool {
	if strings.ContainsAny(name, "\\:\x00") || path.Clean(name) != name {
		return false
	}
	return filepath.IsLocal(filepath.FromSlash(name)) && name != "."
}

package request

import (
	"net/url"
	"path/filepath"
	"strings"

	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/text"
)

// modelFolder begins the path of the address of a program that represents a model.
const modelFolder = "/onnx"

// ModelAddress is the address of the program that represents a model: that of the file with
// another scheme, and `/onnx` before its path. `file:///home/m.onnx` is a file, and
// `fraccheck:/onnx/home/m.onnx` its program.
func ModelAddress(path string) uri.URI {
	file := strings.TrimPrefix(string(uri.File(path)), "file://")
	slash := strings.IndexByte(file, '/')
	if slash <= 0 {
		return uri.URI(ContentScheme + ":" + modelFolder + file)
	}
	return uri.URI(ContentScheme + "://" + file[:slash] + modelFolder + file[slash:])
}

// modelPath is the path of the model whose program an address names; empty for others.
func modelPath(u uri.URI) string {
	scheme, rest, _ := strings.Cut(string(u), ":")
	if !strings.EqualFold(scheme, ContentScheme) {
		return ""
	}
	host := ""
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		i := strings.IndexByte(after, '/')
		if i < 0 {
			return ""
		}
		host, rest = after[:i], after[i:]
	}
	path, ok := strings.CutPrefix(rest, modelFolder)
	if !ok || !strings.HasPrefix(path, "/") {
		return ""
	}
	file := canonical(uri.URI("file://" + host + path))
	if !file.IsFile() || !sourcefile.IsModel(file.FsPath()) {
		return ""
	}
	return strings.Clone(filepath.Clean(filepath.FromSlash(file.FsPath())))
}

// ComparedModels are the paths of the models that a document compares:
// `fraccheck:/compare/NAME.md?OLD%0ANEW`, with the addresses of the files.
func ComparedModels(u uri.URI) (old, now string, ok bool) {
	rest, ours := strings.CutPrefix(string(u), ContentScheme+":/compare/")
	_, query, _ := strings.Cut(rest, "?")
	text, err := url.PathUnescape(query)
	first, second, two := strings.Cut(text, "\n")
	if !ours || err != nil || !two {
		return "", "", false
	}
	old, now = FilePath(uri.URI(first)), FilePath(uri.URI(second))
	return old, now, old != "" && now != ""
}

// headBytes is the length of the beginning of a text, in which bytes show.
const headBytes = 1 << 10

// holdsBytes reports whether a text is the bytes of a model and not its program: it has
// control characters, or characters in place of bytes that are none. Each field of an ONNX
// file that is shorter than 32 bytes begins with such a character.
func holdsBytes(text string) bool {
	head := text[:min(len(text), headBytes)]
	return head == "" || strings.ContainsFunc(head, func(c rune) bool {
		return c < ' ' && !strings.ContainsRune("\t\n\r\f", c) || c == '\ufffd'
	})
}

// ShowsModel reports whether the client has, or can read, the program that represents a model,
// so that places in it mean something to the client.
func (v *View) ShowsModel(path string) bool {
	return v.Client.ReadsContent || v.modelDocument(path) != nil
}

// modelDocument is the open document that has the program of a model; nil where none has.
func (v *View) modelDocument(path string) *Document {
	if d := v.ByPath[path]; d != nil && d.Model {
		return d
	}
	return nil
}

// modelRefusal is why what a client asks to change cannot be changed.
type modelRefusal struct{ name string }

func (e modelRefusal) Error() string {
	if sourcefile.IsTranslated(e.name) {
		return e.name + " is a program in Python, which the server does not change"
	}
	return e.name + " is a model: the program that stands for it cannot be changed; change what exports the model"
}

// Changeable is the error where the text of a source cannot be changed: that of a model.
func Changeable(source *workspace.Source) error {
	if IsReadOnly(source) {
		return Failed(modelRefusal{source.Name})
	}
	return nil
}

// IsReadOnly reports whether a source is the program of a model, or one in another language, which
// the server does not edit.
func IsReadOnly(source *workspace.Source) bool {
	return sourcefile.IsModel(source.Path) || sourcefile.IsTranslated(source.Path)
}

// ModelText is the program of a model as the client reads it.
func (v *View) ModelText(path string) (string, error) {
	source, err := v.Snapshot.Source(path)
	if err != nil {
		return "", Failed(err)
	}
	return source.Text(), nil
}

// noText is what the server has of a document that holds the bytes of a model.
var noText = text.New("")

package request

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/rope"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/text"
)

// A Document is one version of a text that the client holds.
type Document struct {
	URI     uri.URI // as the client writes it
	Version int32
	Text    *text.Text
	Path    string // what the snapshot calls it
	real    string // with symbolic links followed
	Lost    error  // why the text is not what the client has, where it is not

	// Model: the document is the program of the model at Path. What the client has of it says
	// nothing: the model on disk does.
	Model bool
	// Bytes is the path of the model whose bytes the client has as a text; empty of others.
	Bytes   string
	garbled bool // the text is bytes, and empty to the server
}

// NewDocument takes over an opened text. The client's address is cloned: it
// lies in the message.
func NewDocument(root string, item *protocol.TextDocumentItem) *Document {
	d := &Document{
		URI:     uri.URI(strings.Clone(string(item.URI))),
		Version: item.Version,
		Text:    text.New(strings.Clone(item.Text)),
	}
	d.Path = FilePath(d.URI)
	d.Model = sourcefile.IsModel(d.Path) && (!d.URI.IsFile() || !holdsBytes(item.Text))
	switch {
	case d.Model:
	case sourcefile.IsModel(d.URI.Path()) && holdsBytes(item.Text):
		d.Bytes, d.garbled = d.Path, true
		d.Path, d.Text = virtualPath(root, d.URI, bytesLanguage), noText
	case d.Path == "":
		d.Path = virtualPath(root, d.URI, string(item.LanguageID))
	}
	d.real = d.Path
	if real, err := filepath.EvalSymlinks(d.Path); err == nil {
		d.real = real
	}
	return d
}

// Edited is the next version of a document.
func (d *Document) Edited(version int32, t *text.Text) *Document {
	next := *d
	next.Version, next.Text, next.Lost = version, t, nil
	if d.garbled {
		next.Text = noText
	}
	return &next
}

// Key returns the key of the document's address.
func (d *Document) Key() uri.URI { return Key(d.URI) }

// Texts are the names of the document's text in a snapshot: an import may lead
// to it by the one or the other. The text of a model is read from the model.
func (d *Document) Texts() map[string]*rope.Text {
	if d.Model {
		return nil
	}
	return map[string]*rope.Text{d.Path: d.Text.Rope(), d.real: d.Text.Rope()}
}

// Paths are the keys of paths.
func (d *Document) Paths() []string { return []string{d.Path, d.real} }

// endings are those that say what is in a text. A document that is on no disk
// is named by its language.
var (
	endings   = []string{".frac", ".relay", ".rly", ".raf", ".md", ".rst", ".fracrule"}
	languages = map[string]string{"markdown": ".md", "restructuredtext": ".rst", "fracrule": ".fracrule", bytesLanguage: ".txt"}
)

// bytesLanguage is that of a document with the bytes of a model: text without programs.
const bytesLanguage = "bytes"

// virtualPath names a document that is no file (`untitled:`, `git:`): beside
// the file that its address mentions, so that its imports are found, or in the
// client's directory.
func virtualPath(root string, u uri.URI, language string) string {
	dir, base := root, path.Base(u.Path())
	if local := filepath.FromSlash(u.Path()); filepath.IsAbs(local) {
		dir = filepath.Dir(local)
	}
	ending := strings.ToLower(path.Ext(base))
	if !slices.Contains(endings, ending) {
		ending = ".frac"
	}
	if e, ok := languages[language]; ok {
		ending = e
	}
	sum := sha256.Sum256([]byte(u))
	name := strings.TrimSuffix(base, path.Ext(base)) + "~" + hex.EncodeToString(sum[:4]) + ending
	return filepath.Join(dir, name)
}

// Size is the length of an open document, 0 of others.
func (v *View) Size(u uri.URI) int {
	if d := v.Document(u); d != nil {
		return d.Text.Len()
	}
	return 0
}

// Version is that of an open document, 0 for files.
func (v *View) Version(u uri.URI) int32 {
	if d := v.Document(u); d != nil {
		return d.Version
	}
	return 0
}

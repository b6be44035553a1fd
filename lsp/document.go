package lsp

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/lsp/text"
)

// A document is one version of a text that the client holds.
type document struct {
	uri     uri.URI // as the client writes it
	version int32
	text    *text.Text
	path    string // what the snapshot calls it
	real    string // with symbolic links followed
	lost    error  // why the text is not what the client has, where it is not
}

// newDocument takes over an opened text. The client's address is cloned: it
// lies in the message.
func newDocument(root string, item *protocol.TextDocumentItem) *document {
	d := &document{
		uri:     uri.URI(strings.Clone(string(item.URI))),
		version: item.Version,
		text:    text.New(strings.Clone(item.Text)),
	}
	d.path = filePath(d.uri)
	if d.path == "" {
		d.path = virtualPath(root, d.uri, string(item.LanguageID))
	}
	d.real = d.path
	if real, err := filepath.EvalSymlinks(d.path); err == nil {
		d.real = real
	}
	return d
}

// edited is the next version of a document.
func (d *document) edited(version int32, t *text.Text) *document {
	next := *d
	next.version, next.text, next.lost = version, t, nil
	return &next
}

func (d *document) key() uri.URI { return key(d.uri) }

// paths are the names of the document's text in a snapshot: an import may lead
// to it by the one or the other.
func (d *document) paths() map[string]string {
	return map[string]string{d.path: d.text.String(), d.real: d.text.String()}
}

// names are the keys of paths.
func (d *document) names() []string { return []string{d.path, d.real} }

// endings are those that say what is in a text. A document that is on no disk
// is named by its language.
var (
	endings   = []string{".frac", ".relay", ".rly", ".md", ".rst", ".fracrule"}
	languages = map[string]string{"markdown": ".md", "restructuredtext": ".rst", "fracrule": ".fracrule"}
)

// virtualPath names a document that is no file (`untitled:`, `git:`): beside
// the file that its address speaks of, so that its imports are found, or in the
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

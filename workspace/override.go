package workspace

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/BurntSushi/toml"
)

// WithSeverities is the snapshot in which severities (by code: error, warning,
// info, hint or off) stand before those of every fraccheck.toml.
func (s *Snapshot) WithSeverities(severities map[string]string) *Snapshot {
	overlay, ok := s.files.(Overlay)
	if !ok {
		return s.next(overriding(s.files, severities), []string{ConfigName})
	}
	return s.next(Overlay{overriding(overlay.Files, severities), overlay.Texts}, []string{ConfigName})
}

// WithExecution is the snapshot that makes, or does not make, the checks that
// run the program's own code.
func (s *Snapshot) WithExecution(execute bool) *Snapshot {
	next := s.next(s.files, nil)
	next.execute = execute
	return next
}

// An override reads configurations as if they said the severities themselves.
type override struct {
	Files
	severities map[string]string
}

func overriding(files Files, severities map[string]string) Files {
	if o, ok := files.(override); ok {
		files = o.Files
	}
	if len(severities) == 0 {
		return files
	}
	return override{files, severities}
}

func (o override) ReadFile(path string) ([]byte, error) {
	text, err := o.Files.ReadFile(path)
	if filepath.Base(path) != ConfigName {
		return text, err
	}
	dir := filepath.Dir(path)
	if errors.Is(err, fs.ErrNotExist) && filepath.Dir(dir) == dir {
		return o.rewrite(nil) // what holds where there is no configuration at all
	}
	if err != nil {
		return nil, err
	}
	if _, err := ParseConfig(path, path, string(text)); err != nil {
		return text, nil // its mistakes are to be told where they stand
	}
	return o.rewrite(text)
}

// rewrite puts the severities into the text of a configuration.
func (o override) rewrite(text []byte) ([]byte, error) {
	values := map[string]any{}
	if err := toml.Unmarshal(text, &values); err != nil {
		return text, nil
	}
	table, _ := values["severity"].(map[string]any)
	if table == nil {
		table = map[string]any{}
	}
	for code, severity := range o.severities {
		table[code] = severity
	}
	values["severity"] = table
	var b bytes.Buffer
	if err := toml.NewEncoder(&b).Encode(values); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

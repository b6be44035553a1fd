package programs

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"
)

// TestEditorLanguages reads what Helix and Zed are told of the languages: both know the same
// endings, and Zed starts the server for the languages that it has.
func TestEditorLanguages(t *testing.T) {
	var helix struct {
		Language []struct {
			Name      string
			FileTypes []any `toml:"file-types"`
		}
	}
	read(t, "../../editors/helix/languages.toml", &helix)
	if len(helix.Language) != 3 {
		t.Fatalf("Helix has %d languages", len(helix.Language))
	}
	helix.Language = helix.Language[:2] // in Zed the configuration is TOML
	var zed struct {
		Servers map[string]struct {
			Languages []string
			IDs       map[string]string `toml:"language_ids"`
		} `toml:"language_servers"`
		Grammars map[string]struct{ Path string }
	}
	read(t, "../../editors/zed/extension.toml", &zed)
	server := zed.Servers["fraccheck"]
	for i, l := range helix.Language {
		var language struct {
			Name, Grammar string
			Suffixes      []any `toml:"path_suffixes"`
		}
		read(t, "../../editors/zed/languages/"+l.Name+"/config.toml", &language)
		if !cmp.Equal(l.FileTypes, language.Suffixes) {
			t.Errorf("%s: Helix knows %v, Zed %v", l.Name, l.FileTypes, language.Suffixes)
		}
		if i >= len(server.Languages) || server.Languages[i] != language.Name || server.IDs[language.Name] != l.Name {
			t.Errorf("the server is started for %v, called %v; not for %s", server.Languages, server.IDs, language.Name)
		}
		if path := zed.Grammars[language.Grammar].Path; language.Grammar != "" {
			if _, err := os.Stat("../../" + path + "/src/parser.c"); err != nil {
				t.Error(err)
			}
		}
	}
	read(t, "../../editors/zed/Cargo.toml", &struct{}{})
}

// read reads a file of TOML.
func read(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = toml.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

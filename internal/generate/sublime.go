package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// What Sublime Text knows of the languages is what the extension for VS Code does: its
// grammars have the same structure, and its property lists hold the same patterns.

const extension = "editors/vscode"

// sublimeSyntax makes the grammar of a language.
func sublimeSyntax(language string) func(root string) ([]byte, error) {
	return func(root string) ([]byte, error) {
		endings, err := fileTypes(root, language)
		if err != nil {
			return nil, err
		}
		var grammar map[string]any
		if err := readJSON(filepath.Join(root, extension, "syntaxes", language+".tmLanguage.json"), &grammar); err != nil {
			return nil, err
		}
		grammar["fileTypes"] = endings
		return plist(grammar), nil
	}
}

// fileTypes are the endings of a language's files, without dots.
func fileTypes(root, language string) ([]any, error) {
	var manifest struct {
		Contributes struct {
			Languages []struct {
				ID         string   `json:"id"`
				Extensions []string `json:"extensions"`
			} `json:"languages"`
		} `json:"contributes"`
	}
	if err := readJSON(filepath.Join(root, extension, "package.json"), &manifest); err != nil {
		return nil, err
	}
	for _, l := range manifest.Contributes.Languages {
		if l.ID == language {
			endings := make([]any, len(l.Extensions))
			for i, e := range l.Extensions {
				endings[i] = strings.TrimPrefix(e, ".")
			}
			return endings, nil
		}
	}
	return nil, fmt.Errorf("the extension has no language %q", language)
}

// sublimePreferences returns what begins a comment, and after which lines one is indented.
func sublimePreferences(root string) ([]byte, error) {
	var configuration struct {
		Comments struct {
			LineComment  string    `json:"lineComment"`
			BlockComment [2]string `json:"blockComment"`
		} `json:"comments"`
		IndentationRules map[string]any `json:"indentationRules"`
	}
	if err := readJSON(filepath.Join(root, extension, "language-configuration.json"), &configuration); err != nil {
		return nil, err
	}
	settings := configuration.IndentationRules
	comments := configuration.Comments
	settings["shellVariables"] = []any{
		variable("TM_COMMENT_START", comments.LineComment+" "),
		variable("TM_COMMENT_START_2", comments.BlockComment[0]),
		variable("TM_COMMENT_END_2", comments.BlockComment[1]),
	}
	return plist(map[string]any{"scope": "source.frac, source.fracrule", "settings": settings}), nil
}

func variable(name, value string) any { return map[string]any{"name": name, "value": value} }

func readJSON(file string, to any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, to); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// plist is a value of JSON, without numbers, as a property list in XML.
func plist(value any) []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	b.WriteString(`<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">` + "\n")
	b.WriteString(`<plist version="1.0">` + "\n")
	writeProperty(&b, value, 0)
	b.WriteString("</plist>\n")
	return b.Bytes()
}

// writeProperty nests as deep as a grammar of the repository does.
func writeProperty(b *bytes.Buffer, value any, depth int) {
	indent := strings.Repeat("  ", depth)
	switch v := value.(type) {
	case map[string]any:
		b.WriteString(indent + "<dict>\n")
		for _, key := range slices.Sorted(maps.Keys(v)) {
			writeText(b, indent+"  ", "key", key)
			writeProperty(b, v[key], depth+1)
		}
		b.WriteString(indent + "</dict>\n")
	case []any:
		b.WriteString(indent + "<array>\n")
		for _, e := range v {
			writeProperty(b, e, depth+1)
		}
		b.WriteString(indent + "</array>\n")
	case string:
		writeText(b, indent, "string", v)
	default:
		panic(fmt.Sprintf("no property list holds a %T here", value))
	}
}

func writeText(b *bytes.Buffer, indent, tag, text string) {
	b.WriteString(indent + "<" + tag + ">")
	xml.EscapeText(b, []byte(text)) // a buffer takes all
	b.WriteString("</" + tag + ">\n")
}

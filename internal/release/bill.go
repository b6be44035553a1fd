package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// A bill lists what a binary is made of, in the JSON of CycloneDX 1.6
// (https://cyclonedx.org/docs/1.6/json/).
type bill struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type    string   `json:"type"`
	Ref     string   `json:"bom-ref,omitempty"`
	Name    string   `json:"name"`
	Version string   `json:"version"`
	PURL    string   `json:"purl,omitempty"`
	Hashes  []digest `json:"hashes,omitempty"`
}

type digest struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

// writeBill writes the bill of a binary, as the binary itself tells.
func writeBill(path string, binary []byte, version string, when time.Time) error {
	info, err := buildinfo.Read(bytes.NewReader(binary))
	if err != nil {
		return err
	}
	sum := sha256.Sum256(binary)
	b := bill{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{when.Format(time.RFC3339), component{
		Type: "application", Ref: info.Main.Path, Name: "fraccheck", Version: version,
		Hashes: []digest{{"SHA-256", hex.EncodeToString(sum[:])}},
	}}}
	b.Components = append(b.Components, component{Type: "library", Ref: "std", Name: "std", Version: strings.TrimPrefix(info.GoVersion, "go"), PURL: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go")})
	for _, m := range info.Deps {
		b.Components = append(b.Components, componentOf(m))
	}
	slices.SortFunc(b.Components, func(x, y component) int { return strings.Compare(x.Ref, y.Ref) })
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o666)
}

// componentOf is a module that is linked in. Go's sums of modules are of another kind than
// the format knows, and are left to go.sum.
func componentOf(m *debug.Module) component {
	if m.Replace != nil {
		m = m.Replace
	}
	at := m.Path + "@" + m.Version
	return component{Type: "library", Ref: at, Name: m.Path, Version: m.Version, PURL: "pkg:golang/" + at}
}

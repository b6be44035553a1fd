package main

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/drawing/page"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/picture"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
)

// program is what the picture shows fraccheck checking.
const program = "mistakes.frac"

// terminalPicture draws what a terminal shows when fraccheck checks a file.
func terminalPicture(root string) ([]byte, error) {
	output, err := check(root, filepath.Join(root, "internal/generate/testdata", program))
	if err != nil {
		return nil, err
	}
	p := &painter{}
	lines := [][]run{{{prompt, "$ "}, {bold, "fraccheck " + program}}}
	for line := range strings.SplitSeq(strings.TrimRight(output, "\n"), "\n") {
		lines = append(lines, p.paint(line))
	}
	return svg(lines), nil
}

// check builds the command and runs it on a file, from a folder that holds
// nothing else.
func check(root, file string) (string, error) {
	dir, err := os.MkdirTemp("", "fraccheck-picture")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	binary := filepath.Join(dir, "fraccheck.exe")
	build := exec.Command("go", "build", "-o", binary, "./cmd/fraccheck")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the command: %w\n%s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, program), text, 0o644); err != nil {
		return "", err
	}
	return findings(binary, dir)
}

// findings runs the command, which must find something.
func findings(binary, dir string) (string, error) {
	var out, complaint bytes.Buffer
	command := exec.Command(binary, program)
	command.Dir, command.Stdout, command.Stderr = dir, &out, &complaint
	err := command.Run()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		return "", fmt.Errorf("running the command: %v, not status 1\n%s", err, complaint.Bytes())
	}
	return out.String(), nil
}

// A painter gives the lines of a report the colours that they have on a
// terminal, which a pipe does not get.
type painter struct {
	severity style // of the finding at hand
}

var (
	headLine  = regexp.MustCompile(`^(\S+:\d+:\d+: )((error|warning|info|hint)\[[a-z-]+\])(: )(.*)$`)
	markLine  = regexp.MustCompile(`^( *\|)( +)(\^+)$`)
	placeLine = regexp.MustCompile(`^( *\|)( +)(-+)$`)
	codeLine  = regexp.MustCompile(`^( *\d* \|)(.*)$`)
	noteLine  = regexp.MustCompile(`^( *= [a-z]+: )(.*)$`)
)

var severities = map[string]style{"error": red, "warning": yellow, "info": blue, "hint": cyan}

func (p *painter) paint(line string) []run {
	if m := headLine.FindStringSubmatch(line); m != nil {
		p.severity = severities[m[3]]
		return []run{{bold, m[1]}, {p.severity, m[2]}, {plain, m[4]}, {bold, m[5]}}
	}
	if m := markLine.FindStringSubmatch(line); m != nil {
		return []run{{blue, m[1]}, {plain, m[2]}, {p.severity, m[3]}}
	}
	if m := placeLine.FindStringSubmatch(line); m != nil {
		return []run{{blue, m[1]}, {plain, m[2]}, {blue, m[3]}}
	}
	for _, form := range []*regexp.Regexp{codeLine, noteLine} {
		if m := form.FindStringSubmatch(line); m != nil {
			return []run{{blue, m[1]}, {plain, m[2]}}
		}
	}
	return []run{{plain, line}}
}

// Geometry of the picture, in pixels.
const (
	columnWidth = 8.43
	lineHeight  = 19
	margin      = 16
	fontSize    = 14
)

// A style is the attributes of a piece of text.
type style string

const (
	plain  style = ""
	bold   style = ` fill="#f0f6fc" font-weight="bold"`
	red    style = ` fill="#ff7b72" font-weight="bold"`
	yellow style = ` fill="#e3b341" font-weight="bold"`
	blue   style = ` fill="#79c0ff"`
	cyan   style = ` fill="#76e3ea"`
	prompt style = ` fill="#8b949e"`
)

// A run is text of one style.
type run struct {
	style style
	text  string
}

// svg draws lines of text on a dark ground.
func svg(lines [][]run) []byte {
	var body strings.Builder
	columns := 0
	for i, line := range lines {
		fmt.Fprintf(&body, `<text x="%d" y="%d">`, margin, margin+fontSize+i*lineHeight)
		width := 0
		for _, r := range line {
			width += utf8.RuneCountInString(r.text)
			fmt.Fprintf(&body, "<tspan%s>%s</tspan>", r.style, html.EscapeString(r.text))
		}
		columns = max(columns, width)
		body.WriteString("</text>\n")
	}
	width := int(float64(columns)*columnWidth) + 2*margin
	height := len(lines)*lineHeight + 2*margin
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d">
<rect width="100%%" height="100%%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="%[3]d" fill="#c9d1d9" xml:space="preserve">
%[4]s</g>
</svg>
`, width, height, fontSize, body.String())
}

// layers is the net of the manual's picture of a graph.
func layers(root string) ([]byte, error) {
	items, err := picture.Drawn(drawnFrom(root), filepath.Join(root, "docs/images/layers.relay"), "")
	if err != nil {
		return nil, err
	}
	p := drawing.Of(items...)
	p.Shorten()
	return page.SVG(p, page.Auto)
}

// trees are the types of the manual's picture of types.
func trees(root string) ([]byte, error) {
	all, err := picture.TypeTrees(drawnFrom(root), filepath.Join(root, "examples/attention.frac"), "@attend")
	if err != nil {
		return nil, err
	}
	return page.TreesSVG(all, page.Auto), nil
}

func drawnFrom(root string) *workspace.Snapshot {
	return workspace.Open(workspace.Options{Files: workspace.Disk{}, Root: root, Formats: readers.All})
}

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// program is what the picture shows fraccheck checking.
const program = "mistakes.frac"

// picture draws what a terminal shows when fraccheck checks a file.
func picture(root string) ([]byte, error) {
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

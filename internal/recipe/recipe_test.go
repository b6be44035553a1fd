package recipe

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"go.yaml.in/yaml/v3"
)

const root = "../.."

// read decodes a YAML file of the repository; fields that nobody expects are a mistake.
func read(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// project is a folder with a program that is right and one that is not.
func project(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"good.frac":        "def @good() -> int32 { 1 }\n@good() # => 1\n",
		"bad/wrong.frac":   "def @wrong() -> int32 { 1f }\n",
		"good/a file.frac": "def @spaced() -> int32 { 2 }\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// bash runs a script as CI does, and gives what it printed and its status.
func bash(t *testing.T, dir, script string, env ...string) (stdout string, status int) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is missing")
	}
	command := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script)
	command.Dir, command.Env = dir, append(os.Environ(), env...)
	var out, errors bytes.Buffer
	command.Stdout, command.Stderr = &out, &errors
	_ = command.Run() // the status is looked at
	t.Logf("%s\n%s%s", script, &out, &errors)
	return out.String(), command.ProcessState.ExitCode()
}

type action struct {
	Name, Description string
	Branding          struct{ Icon, Color string }
	Inputs            map[string]struct {
		Description, Default string
		Required             bool
	}
	Runs struct {
		Using string
		Steps []step
	}
}

type step struct {
	Name, Uses, If, Run, Shell string
	WorkingDirectory           string `yaml:"working-directory"`
	With, Env                  map[string]string
}

var expression = regexp.MustCompile(`\$\{\{ *([a-z._]+) *\}\}`)

// evaluate puts the values of expressions such as `${{ inputs.paths }}` in.
func evaluate(t *testing.T, text string, values map[string]string) string {
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		name := expression.FindStringSubmatch(e)[1]
		value, ok := values[name]
		if !ok {
			t.Errorf("nothing has the name %s", name)
		}
		return value
	})
}

// TestAction runs the steps of the action that are scripts.
func TestAction(t *testing.T) {
	var a action
	read(t, "action.yml", &a)
	if a.Runs.Using != "composite" {
		t.Fatalf("it is %q", a.Runs.Using)
	}
	for _, test := range []struct {
		name   string
		inputs map[string]string
		status int
		prints string
	}{
		{"all", nil, 1, "::error file=bad/wrong.frac,line=1"},
		{"good", map[string]string{"paths": "good.frac\ngood/a file.frac\n"}, 0, ""},
		{"arguments", map[string]string{"arguments": "--fail-on=never\n--jobs=1", "paths": "bad"}, 0, "::error "},
		{"no commands", map[string]string{"paths": "$(touch touched)\n`touch touched`; touch touched"}, 2, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := project(t)
			printed, status := a.run(t, dir, test.inputs)
			if status != test.status || !strings.Contains(printed, test.prints) {
				t.Errorf("status %d, want %d; it prints %q", status, test.status, printed)
			}
			if _, err := os.Stat(filepath.Join(dir, "touched")); err == nil {
				t.Error("an input was run")
			}
		})
	}
}

func (a *action) run(t *testing.T, dir string, inputs map[string]string) (printed string, status int) {
	path, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	values := map[string]string{"github.action_path": path, "runner.temp": temp, "runner.os": "Linux", "github.run_id": "1"}
	for name, input := range a.Inputs {
		values["inputs."+name] = input.Default
	}
	for name, value := range inputs {
		values["inputs."+name] = value
	}
	for _, s := range a.Runs.Steps {
		for name, value := range s.With {
			s.With[name] = evaluate(t, value, values)
		}
		if s.Run == "" || status != 0 {
			continue // of somebody else
		}
		if s.Shell != "bash" || strings.Contains(s.Run, "${{") {
			t.Errorf("the step %q is no script of bash, or is put together", s.Name)
		}
		env := []string{"RUNNER_TEMP=" + temp, "GITHUB_PATH=" + filepath.Join(temp, "path")}
		for name, value := range s.Env {
			env = append(env, name+"="+evaluate(t, value, values))
		}
		where := dir
		if s.WorkingDirectory != "" {
			where = evaluate(t, s.WorkingDirectory, values)
		}
		var out string
		out, status = bash(t, where, s.Run, env...)
		printed += out
	}
	if added, err := os.ReadFile(filepath.Join(temp, "path")); err != nil {
		t.Error(err)
	} else if _, err := os.Stat(filepath.Join(strings.TrimSpace(string(added)), "fraccheck")); err != nil {
		t.Errorf("steps after the action find no fraccheck: %v", err)
	}
	return printed, status
}

// TestGitLab runs the jobs, and holds the manual against its file.
func TestGitLab(t *testing.T) {
	var jobs map[string]struct {
		Image        string
		Variables    map[string]string
		Cache        map[string]any
		BeforeScript []string `yaml:"before_script"`
		Script       []string
		Artifacts    struct {
			When    string
			Reports struct{ Codequality, Junit string }
		}
	}
	read(t, "packaging/gitlab-ci.yml", &jobs)
	job, dir := jobs["fraccheck"], project(t)
	env := []string{"CI_PROJECT_DIR=" + dir, "PATH=" + filepath.Dir(static(t)) + ":" + os.Getenv("PATH")}
	for name, value := range job.Variables {
		env = append(env, name+"="+strings.ReplaceAll(value, "$CI_PROJECT_DIR", dir))
	}
	for i := range 2 {
		_, status := bash(t, dir, strings.Join(append(job.BeforeScript, job.Script...), "\n"), env...)
		text, err := os.ReadFile(filepath.Join(dir, job.Artifacts.Reports.Codequality))
		var found []map[string]any
		if err != nil || json.Unmarshal(text, &found) != nil || status != 1 || len(found) != 1 {
			t.Errorf("run %d: status %d, %v, the report is %s", i, status, err, text)
		}
	}
	if kept, err := os.ReadDir(filepath.Join(dir, ".fraccheck-cache")); err != nil || len(kept) != 1 {
		t.Errorf("the cache has %v, %v", kept, err)
	}
	tests := jobs["fraccheck-test"]
	_, status := bash(t, dir, strings.Join(append(tests.BeforeScript, tests.Script...), "\n"), env...)
	text, err := os.ReadFile(filepath.Join(dir, tests.Artifacts.Reports.Junit))
	if err != nil || status != 1 || !strings.Contains(string(text), `<testcase classname="good.frac" name="@good() at 2:1"`) {
		t.Errorf("tests: status %d, %v, the report is %s", status, err, text)
	}
	snippet, err := os.ReadFile(filepath.Join(root, "packaging/gitlab-ci.yml"))
	manual, err2 := os.ReadFile(filepath.Join(root, "docs/ci.md"))
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	_, body, _ := strings.Cut(string(snippet), "\nfraccheck:")
	if !strings.Contains(string(manual), "```yaml\nfraccheck:"+body+"```") {
		t.Error("docs/ci.md has other jobs than packaging/gitlab-ci.yml")
	}
}

type hook struct {
	ID, Name, Description, Entry, Language, Files string
	RequireSerial                                 bool `yaml:"require_serial"`
}

// TestHooks runs what pre-commit runs: the entry with the files that match, also those that
// the configuration ignores.
func TestHooks(t *testing.T) {
	var hooks []hook
	read(t, ".pre-commit-hooks.yaml", &hooks)
	dir := project(t)
	want := map[string]int{"fraccheck": 1, "fraccheck-fmt": 0}
	const ignored = "def  @left( ) { 1f + 1 }\n"
	for name, text := range map[string]string{"fraccheck.toml": "ignore = ['/left.frac']\n", "left.frac": ignored} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, h := range hooks {
		pattern := regexp.MustCompile(h.Files)
		if !pattern.MatchString("bad/wrong.frac") || pattern.MatchString("a.frac.md") {
			t.Errorf("%s is for %s", h.ID, h.Files)
		}
		words := strings.Fields(h.Entry)
		command := exec.Command(static(t), append(words[1:], "good.frac", "bad/wrong.frac", "left.frac")...)
		command.Dir, command.Env = dir, append(os.Environ(), "FRACCHECK_CACHE=off")
		out, _ := command.CombinedOutput()
		if got := command.ProcessState.ExitCode(); words[0] != "fraccheck" || got != want[h.ID] || bytes.Contains(out, []byte("left.frac")) {
			t.Errorf("%s: status %d, want %d\n%s", h.Entry, got, want[h.ID], out)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "left.frac")); err != nil || string(text) != ignored {
		t.Errorf("what is ignored is %q, %v", text, err)
	}
	if len(hooks) != len(want) {
		t.Errorf("there are %d hooks", len(hooks))
	}
}

var build struct {
	sync.Once
	path string
	out  []byte
	err  error
}

// static is the binary that the container is made of, built by the line of its file.
func static(t *testing.T) string {
	t.Helper()
	build.Do(func() {
		var text []byte
		if text, build.err = os.ReadFile(filepath.Join(root, "packaging/Containerfile")); build.err != nil {
			return
		}
		line := regexp.MustCompile(`(?m)^RUN (CGO_ENABLED=0 go build .*)$`).FindSubmatch(text)
		var dir string
		if dir, build.err = os.MkdirTemp("", "recipe"); build.err != nil {
			return
		}
		build.path = filepath.Join(dir, "fraccheck")
		command := exec.Command("bash", "-c", strings.Replace(string(line[1]), "-o /fraccheck", "-o "+build.path, 1))
		command.Dir = root
		build.out, build.err = command.CombinedOutput()
	})
	if build.err != nil {
		t.Fatalf("%v\n%s", build.err, build.out)
	}
	return build.path
}

func TestMain(m *testing.M) {
	status := m.Run()
	if build.path != "" {
		os.RemoveAll(filepath.Dir(build.path))
	}
	os.Exit(status)
}

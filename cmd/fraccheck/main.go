// Command fraccheck checks, runs and edits Frac and Relay programs.
//
// main.go declares the command line and runs the command that it names; each command has a file
// of its own, which says what its flags mean and leaves the work to the packages below. Output
// goes to internal/output, comparison of versions to internal/compare, what git knows to
// internal/revisions, and what a crash would take along to internal/isolation (isolate.go).
//
// A command prints into env.Stdout, which is written in one go when it is done, so that an error
// leaves nothing half-written. Its error is its exit status: nil is 0, errFound 1, any other 2.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"sync/atomic"

	"github.com/alecthomas/kong"
	"github.com/mattn/go-isatty"
	"golang.org/x/term"

	"github.com/fraccheck/fraccheck/internal/commandline"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/resource"
	"github.com/fraccheck/fraccheck/internal/revisions"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// commandLine is all that can be asked for.
type commandLine struct {
	Check      checkCommand     `cmd:"" default:"withargs" help:"Check programs; the command that is meant when none is named."`
	Types      typesCommand     `cmd:"" help:"Print the inferred signature of every definition."`
	Cost       costCommand      `cmd:"" help:"Print what calling each definition costs, as a function of the sizes of its arguments."`
	Ranges     rangesCommand    `cmd:"" help:"Print bounds of the numbers that each definition computes."`
	Prove      proveCommand     `cmd:"" help:"Judge rewrite rules: proved, refuted by a program that was run, or unknown."`
	Diff       diffCommand      `cmd:"" help:"Compare two versions of programs: what is found anew, what costs more."`
	Equiv      equivCommand     `cmd:"" help:"Report whether two types are equivalent, and if not, where they differ."`
	Run        runCommand       `cmd:"" help:"Evaluate the top-level expressions of a program, or one definition."`
	Repl       replCommand      `cmd:"" help:"Evaluate what is entered, line by line."`
	Test       testCommand      `cmd:"" help:"Check the evaluation comments of programs."`
	Fmt        fmtCommand       `cmd:"" help:"Lay programs out in the one style of the language."`
	Convert    convertCommand   `cmd:"" help:"Write programs in a normal form (A-normal form, graph normal form, basic block normal form), or a model as a program."`
	Match      matchCommand     `cmd:"" help:"Find where patterns of dataflow match in programs."`
	Fill       fillCommand      `cmd:"" help:"Fill the holes of a program."`
	Find       findCommand      `cmd:"" help:"Find operators and definitions by their type."`
	Rewrite    rewriteCommand   `cmd:"" help:"Apply rewrite rules to programs."`
	Optimize   optimizeCommand  `cmd:"" help:"Find a cheaper form of each definition of a program."`
	Partition  partitionCommand `cmd:"" help:"Make functions of what partition rules match."`
	Rules      rulesCommand     `cmd:"" help:"Write patterns of other systems as rules."`
	Explain    explainCommand   `cmd:"" help:"Explain the code of a diagnostic; without a code, list them."`
	Show       showCommand      `cmd:"" help:"Draw the dataflow graph or the types of a program, as SVG, DOT or JSON."`
	Report     reportCommand    `cmd:"" help:"Write a site of static pages: the source with its diagnostics, costs, graphs, types, search."`
	Index      indexCommand     `cmd:"" help:"Write an index for code browsers: what each name declares, and what it stands for."`
	Lsp        lspCommand       `cmd:"" help:"Run the language server on standard input and output."`
	Dap        dapCommand       `cmd:"" help:"Run the debugger (Debug Adapter Protocol) on standard input and output."`
	Worker     workerCommand    `cmd:"" hidden:"" help:"Evaluate programs for another process, on standard input and output."`
	Revisions  revisionsCommand `cmd:"" hidden:"" help:"Print the names of git's branches and tags, for completion in shells."`
	Init       initCommand      `cmd:"" help:"Write a fraccheck.toml that explains its keys."`
	Cache      cacheCommand     `cmd:"" help:"Print, verify or remove the results cached on disk."`
	Version    versionCommand   `cmd:"" help:"Print the version."`
	Completion completeCommand  `cmd:"" help:"Print a script that completes command lines, for bash, zsh or fish."`
	Man        manCommand       `cmd:"" help:"Print the manual page of a command, or write all of them."`
	Help       helpCommand      `cmd:"" help:"Describe the commands, or one of them."`

	PrintVersion versionFlag `name:"version" help:"Print the version."`
}

// Exit statuses.
const (
	statusClean  = 0
	statusFound  = 1 // findings, or a difference
	statusFailed = 2 // the command could not do its work

	// statusSubprocessFailed is statusFailed of a process that checks for another one: Go
	// ends with 2 itself what it cannot keep alive.
	statusSubprocessFailed = 3

	statusInterrupted = 130 // Ctrl-C: 128 and the number of the signal, as shells have it
)

// errFound ends a command that did its work and found something, errInterrupted
// one that was interrupted; errTrouble one that could not do all of its work,
// has said why, and prints what it found.
var (
	errFound       = errors.New("found something")
	errInterrupted = errors.New("interrupted")
	errTrouble     = errors.New("trouble")
)

// An environment is what a command may touch of the world.
type environment struct {
	console.Console
	stdin      io.Reader
	direct     io.Writer // standard output itself, for the server
	screen     io.Writer // the terminal after standard error, nil where there is none
	dir        string    // the working directory
	interrupts interrupts
	args       []string    // the command line
	subprocess *subprocess // nil unless another process has this one check
	// observed is for tests that die at what is looked at; nil otherwise.
	observed observer

	finder *revisions.Finder     // nil before git is asked
	shared atomic.Pointer[error] // why the shared cache is of no use; nil for nothing
}

// An observer sees what is looked at besides who looks at it otherwise.
type observer func(workspace.Observer) workspace.Observer

func main() { os.Exit(run(os.Args[1:], nil)) }

// run does what the command line asks for and gives the exit status.
func run(args []string, observed observer) int {
	dir, err := os.Getwd()
	if err != nil {
		return fail(os.Stderr, err)
	}
	env := &environment{
		Console: console.Console{Stdout: &bytes.Buffer{}, Stderr: os.Stderr, Colour: wantsColour(os.Stdout), Terminal: isatty.IsTerminal(os.Stdout.Fd())},
		stdin:   os.Stdin, direct: os.Stdout, dir: dir, args: args, observed: observed,
	}
	if isatty.IsTerminal(os.Stderr.Fd()) {
		env.Stderr = console.Screen(os.Stderr, env.Colour)
		if os.Getenv("TERM") != "dumb" {
			env.screen = os.Stderr
		}
	}
	if env.Terminal {
		env.Columns, _, _ = term.GetSize(int(os.Stdout.Fd())) // 0 where the terminal does not say
	}
	resource.RespectSystem()
	env.becomeSubprocess()
	defer env.interrupts.leave()()
	status := env.run(args)
	if err := env.Flush(os.Stdout); err != nil {
		return fail(os.Stderr, fmt.Errorf("cannot write the output: %w", err))
	}
	if env.subprocess != nil && status == statusFailed {
		return statusSubprocessFailed
	}
	return status
}

func (env *environment) run(args []string) (status int) {
	defer exitsEarly(&status)
	parser, err := kong.New(grammarFor(args),
		kong.Name("fraccheck"),
		kong.Description("A linter and interpreter for Frac and Relay programs."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Writers(env.Stdout, env.Stderr),
		kong.KindMapper(reflect.String, kong.MapperFunc(commandline.Verbatim)),
		kong.Exit(func(code int) { panic(early(code)) }),
	)
	if err != nil {
		return fail(env.Stderr, err)
	}
	if len(args) == 0 {
		return fail(env.Stderr, errors.New("what is to be checked? Name files or folders (`fraccheck .` for this one); `fraccheck help` lists the commands"))
	}
	if err := env.knownCommand(parser, args); err != nil {
		return fail(env.Stderr, err)
	}
	parsed, err := parser.Parse(commandline.Respell(args))
	if err != nil {
		return fail(env.Stderr, commandline.Misuse(err))
	}
	return env.status(parsed.Run(env))
}

// grammarFor is the part of commandLine that a command line needs. The grammar is made by
// reflection, which for all commands takes a tenth of the time of a small check; only commands
// that describe the others, and command lines that do not begin with a command, need the whole.
func grammarFor(args []string) any {
	if len(args) == 0 {
		return &commandLine{}
	}
	all := reflect.TypeFor[commandLine]()
	flags, _ := all.FieldByName("PrintVersion")
	for field := range all.Fields() {
		switch field.Type {
		case reflect.TypeFor[completeCommand](), reflect.TypeFor[manCommand](), reflect.TypeFor[helpCommand]():
		default:
			if strings.ToLower(field.Name) == args[0] {
				return reflect.New(reflect.StructOf([]reflect.StructField{field, flags})).Interface()
			}
		}
	}
	return &commandLine{}
}

// early is the status of a command line that is answered while it is parsed,
// as `--help` is.
type early int

func exitsEarly(status *int) {
	switch code := recover().(type) {
	case nil:
	case early:
		*status = int(code)
	default:
		panic(code)
	}
}

func (env *environment) status(err error) int {
	switch {
	case err == nil:
		return statusClean
	case errors.Is(err, errFound):
		return statusFound
	case errors.Is(err, errTrouble):
		return statusFailed
	case errors.Is(err, errInterrupted), errors.Is(err, context.Canceled):
		fmt.Fprintln(env.Stderr, "fraccheck: interrupted")
		return statusInterrupted
	}
	env.Stdout.Reset()
	return fail(env.Stderr, err)
}

func fail(stderr io.Writer, err error) int {
	fmt.Fprintln(stderr, "fraccheck: "+console.PrintableLines(strings.TrimSpace(err.Error())))
	return statusFailed
}

// wantsColour follows https://no-color.org: colours on a terminal, unless
// NO_COLOR is set.
func wantsColour(out *os.File) bool {
	return isatty.IsTerminal(out.Fd()) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

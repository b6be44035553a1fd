package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/drawing/browse"
	"github.com/fraccheck/fraccheck/internal/drawing/page"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"github.com/fraccheck/fraccheck/internal/workspace/picture"
)

type showCommand struct {
	Graph showGraph `cmd:"" help:"Draw the dataflow graph of a program."`
	Types showTypes `cmd:"" help:"Draw the structure trees of a program's types."`
}

// A shown is what both kinds of pictures are asked for with.
type shown struct {
	File      string `arg:"" name:"file[@name]" help:"A program, or - for standard input; @name is what to draw of it (default: @main, or all definitions)."`
	Name      string `arg:"" optional:"" name:"@name" complete:"nothing" help:"What to draw, as its own argument."`
	Output    string `short:"o" placeholder:"FILE" help:"Write the picture to a file, in the format of its ending."`
	Format    string `enum:",svg,dot,json,html,text" default:"" placeholder:"FORMAT" help:"svg, dot (Graphviz), json; of graphs html too, of types text. The default follows the file's extension; on standard output it is svg, for types text."`
	Theme     string `enum:"auto,light,dark" default:"auto" help:"The colours of an SVG: auto (as the reader's screen has them), light or dark."`
	StdinName string `name:"stdin-name" placeholder:"NAME" help:"What standard input is called, and with its ending what it is."`
}

type showGraph struct {
	shown
	All    bool     `help:"Draw every operator: fold no layers, stack and count nothing."`
	Assume []string `sep:"none" placeholder:"SIZES" help:"Of HTML, assume sizes for costs and memory, as fraccheck cost does; may be repeated."`
}

type showTypes struct{ shown }

// showEndings are the formats of files.
var showEndings = map[string]string{".svg": "svg", ".dot": "dot", ".gv": "dot", ".json": "json", ".html": "html", ".htm": "html", ".txt": "text"}

func (c *showGraph) Run(env *environment) error {
	format, err := c.format("svg", "svg", "dot", "json", "html")
	if err != nil {
		return err
	}
	snapshot, path, err := c.open(env)
	if err != nil {
		return err
	}
	if format == "html" {
		return c.page(env, snapshot, path)
	}
	items, err := picture.Drawn(snapshot, path, c.Name)
	if err != nil {
		return err
	}
	picture := drawing.Of(items...)
	if !c.All {
		picture.Shorten()
	}
	data, err := map[string]func() ([]byte, error){
		"svg":  func() ([]byte, error) { return page.SVG(picture, page.Theme(c.Theme)) },
		"dot":  func() ([]byte, error) { return page.DOT(picture), nil },
		"json": func() ([]byte, error) { return page.JSON(picture), nil },
	}[format]()
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	return c.write(env, data)
}

// page writes a page that a reader moves in.
func (c *showGraph) page(env *environment, snapshot *workspace.Snapshot, path string) error {
	assumed, err := cost.Assumed(snapshot, path, c.Assume)
	if err != nil {
		return fmt.Errorf("--assume: %w", err)
	}
	view, err := picture.View(snapshot, path, c.Name, assumed)
	if err != nil {
		return err
	}
	return c.write(env, browse.Page(view))
}

func (c *showTypes) Run(env *environment) error {
	format, err := c.format("text", "svg", "dot", "json", "text")
	if err != nil {
		return err
	}
	snapshot, path, err := c.open(env)
	if err != nil {
		return err
	}
	trees, err := picture.TypeTrees(snapshot, path, c.Name)
	if err != nil {
		return err
	}
	return c.write(env, map[string]func() []byte{
		"svg":  func() []byte { return page.TreesSVG(trees, page.Theme(c.Theme)) },
		"dot":  func() []byte { return page.TreesDOT(trees) },
		"json": func() []byte { return page.TreesJSON(trees) },
		"text": func() []byte { return page.TreesText(trees) },
	}[format]())
}

// format is that of the picture, one of those given.
func (c *shown) format(usual string, known ...string) (string, error) {
	format := c.Format
	if format == "" && c.Output != "" && c.Output != "-" {
		if format = showEndings[strings.ToLower(filepath.Ext(c.Output))]; format == "" {
			return "", fmt.Errorf("-o %s: pictures are written to .svg, .dot, .json or .html files; --format says otherwise", c.Output)
		}
	}
	if format == "" {
		format = usual
	}
	if !slices.Contains(known, format) {
		return "", fmt.Errorf("graphs have no format %s, but %s", format, strings.Join(known, ", "))
	}
	return format, nil
}

// open finds the program. What has errors is not drawn: they are shown, and where nothing is left
// the command fails.
func (c *shown) open(env *environment) (*workspace.Snapshot, string, error) {
	if err := c.split(env); err != nil {
		return nil, "", err
	}
	in := input{Paths: []string{c.File}, StdinName: c.StdinName}
	snapshot, paths, err := in.open(env)
	if err != nil {
		return nil, "", err
	}
	if len(paths) != 1 {
		return nil, "", fmt.Errorf("%s holds %d programs; `show` takes one", c.File, len(paths))
	}
	ctx, stop := env.interruptible()
	defer stop()
	report, err := snapshot.Check(ctx, paths)
	if err != nil {
		return nil, "", err
	}
	errs := errorsOf(report)
	errs.Findings = slices.DeleteFunc(errs.Findings, func(f workspace.Finding) bool {
		of := f.DefinitionName()
		return c.Name != "" && of != "" && of != c.Name
	})
	if len(errs.Findings) == 0 {
		return snapshot, paths[0], nil
	}
	drawable, err := picture.Drawable(snapshot, paths[0], c.Name)
	switch {
	case err != nil:
		return nil, "", err
	case !drawable:
		env.refuse(errs, "not drawn")
		return nil, "", errFound
	}
	env.refuse(errs, "drawn without what has errors")
	return snapshot, paths[0], nil
}

// split takes FILE@name apart, unless a file is called so.
func (c *shown) split(env *environment) error {
	_, err := os.Stat(env.path(c.File))
	if at := strings.LastIndex(c.File, "@"); at > 0 && errors.Is(err, os.ErrNotExist) {
		if c.Name != "" {
			return fmt.Errorf("either %s is drawn or %s, not both", c.File[at:], c.Name)
		}
		c.File, c.Name = c.File[:at], c.File[at:]
	}
	if c.Name != "" && !strings.HasPrefix(c.Name, "@") {
		c.Name = "@" + c.Name
	}
	return nil
}

// write puts the picture where it was asked for.
func (c *shown) write(env *environment, data []byte) error {
	if c.Output == "" || c.Output == "-" {
		_, err := bytes.NewReader(data).WriteTo(env.Stdout)
		return err
	}
	path := env.path(c.Output)
	if err := env.writeFile(path, data); err != nil {
		return fmt.Errorf("cannot write the picture %s: %w", c.Output, disk.Cause(err))
	}
	return nil
}

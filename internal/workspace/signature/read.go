package signature

import (
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"
)

// Read reads a file of signatures that a build of fraccheck wrote. Errors name the file
// and the line.
func Read(name, text, build string) (*File, error) {
	r := &reader{name: name, rest: text, file: &File{Name: name}}
	if err := r.head(build); err != nil {
		return nil, err
	}
	for r.rest != "" {
		if err := r.next(); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, r.line, err)
		}
	}
	return r.file, nil
}

// A reader reads a file line by line.
type reader struct {
	name    string
	rest    string
	line    int // that was read last
	file    *File
	program *Program // the last one
	item    *Item    // its last one
	rank    int      // of the last line
	names   map[string]bool
}

// cut takes the next line.
func (r *reader) cut() string {
	line, rest, _ := strings.Cut(r.rest, "\n")
	r.rest = rest
	r.line++
	return line
}

// head reads the first lines.
func (r *reader) head(build string) error {
	refuse := func(what string) error { return fmt.Errorf("%s:%d: %s", r.name, max(r.line, 1), what) }
	if r.cut() != heading {
		return refuse("this is no file of signatures that this fraccheck reads: it would begin with `" + heading + "`")
	}
	sum, err := fields(r.cut(), digestWord, digestOf)
	if err != nil || sum[0] != digest(r.rest) {
		return refuse("the file is damaged: it is not what its digest says; have it written again")
	}
	made, err := fields(r.cut(), buildWord, text)
	if err != nil {
		return refuse("here the build of fraccheck would be named that wrote the file")
	}
	if r.file.Build = made[0]; made[0] != build {
		return refuse("another build of fraccheck wrote these signatures; have this one write them again")
	}
	return nil
}

// lines are the readers of lines, by their first words.
var lines = map[string]func(r *reader, line string) error{
	programWord: (*reader).readProgram,
	unreadWord:  (*reader).readUnread,
	importWord:  (*reader).readImport,
	faultWord:   (*reader).readFault,
	errorWord:   (*reader).readError,
	brokenWord:  (*reader).readBroken,
	wholeWord:   (*reader).readWhole,
	itemWord:    (*reader).readItem,
	outlineWord: (*reader).readItem,
	typeWord:    (*reader).readType,
	factWord:    (*reader).readFact,
}

// ranks are the places of lines in a program, and after an item; an item may follow on
// anything.
var ranks = map[string]int{unreadWord: 1, importWord: 2, faultWord: 2, errorWord: 3, brokenWord: 4, wholeWord: 5, itemWord: 6, outlineWord: 6, typeWord: 7, factWord: 8}

func (r *reader) next() error {
	line := r.cut()
	word, _, _ := strings.Cut(line, " ")
	read := lines[word]
	switch {
	case read == nil:
		return errors.New("no line begins like this")
	case word != programWord && r.program == nil:
		return errors.New("no program is named above this line")
	case (word == typeWord || word == factWord) && r.item == nil:
		return errors.New("no definition precedes this line")
	case word == programWord:
		r.rank = 0
	case r.program.Unread != "":
		return errors.New("of a program that cannot be read nothing else is known")
	case ranks[word] < r.rank && ranks[word] != ranks[itemWord]:
		return errors.New("this belongs above the line before it")
	}
	r.rank = ranks[word]
	return read(r, line)
}

func (r *reader) readProgram(line string) error {
	f, err := fields(line, programWord, text)
	if err != nil {
		return err
	}
	name := f[0]
	if !isName(name) {
		return fmt.Errorf("%q is no path of a program", name)
	}
	if r.names[name] {
		return fmt.Errorf("the program %s is listed above already", name)
	}
	if r.names == nil {
		r.names = map[string]bool{}
	}
	r.names[name] = true
	r.program, r.item = &Program{Name: name, Line: r.line}, nil
	r.file.Programs = append(r.file.Programs, r.program)
	return nil
}

// isName reports whether name is a path as reports write it.
func isName(name string) bool {
	return name != "" && name != "." && path.Clean(name) == name && !strings.HasSuffix("/"+name, "/..") && !strings.Contains(name, "\x00")
}

func (r *reader) readUnread(line string) error {
	f, err := fields(line, unreadWord, text)
	if err == nil && f[0] == "" {
		err = errors.New("it is not said why the program cannot be read")
	}
	if err == nil {
		r.program.Unread = f[0]
	}
	return err
}

func (r *reader) readImport(line string) error {
	f, err := fields(line, importWord, text, text, digestOf)
	if err == nil && !isName(f[1]) {
		err = fmt.Errorf("%q is no path of a program", f[1])
	}
	if err == nil {
		r.program.Imports = append(r.program.Imports, Import{Written: f[0], Name: f[1], Digest: f[2]})
	}
	return err
}

func (r *reader) readFault(line string) error {
	f, err := fields(line, faultWord, text, text)
	if err == nil && f[1] == "" {
		err = errors.New("it is not said why there is no import")
	}
	if err == nil {
		r.program.Imports = append(r.program.Imports, Import{Written: f[0], Fault: f[1]})
	}
	return err
}

func (r *reader) readError(line string) error {
	f, err := fields(line, errorWord, text, position, position, text)
	if err != nil {
		return err
	}
	at, _ := strconv.Atoi(f[1])
	column, _ := strconv.Atoi(f[2])
	r.program.Errors = append(r.program.Errors, Error{Name: f[0], Line: at, Column: column, Message: f[3]})
	return nil
}

func (r *reader) readBroken(line string) error {
	f, err := fields(line, brokenWord, text, position)
	if err != nil {
		return err
	}
	n, _ := strconv.Atoi(f[1])
	if n > len(r.program.Errors) {
		return errors.New("there are not so many errors above")
	}
	if _, known := r.program.Broken[f[0]]; known {
		return fmt.Errorf("`%s` is listed above already", f[0])
	}
	if r.program.Broken == nil {
		r.program.Broken = map[string]int{}
	}
	r.program.Broken[f[0]] = n - 1
	return nil
}

func (r *reader) readWhole(line string) error {
	f, err := fields(line, wholeWord, text)
	if err == nil && r.program.Whole != nil {
		err = errors.New("a program has one text")
	}
	if err == nil {
		r.program.Whole = &f[0]
	}
	return err
}

func (r *reader) readItem(line string) error {
	word, _, _ := strings.Cut(line, " ")
	f, err := fields(line, word, text)
	if err == nil && r.program.Whole != nil {
		err = errors.New("a program whose text is here has no items besides")
	}
	if err != nil {
		return err
	}
	r.program.Items = append(r.program.Items, Item{Text: f[0], Outline: word == outlineWord, Line: r.line})
	r.item = &r.program.Items[len(r.program.Items)-1]
	return nil
}

func (r *reader) readType(line string) error {
	f, err := fields(line, typeWord, text, text)
	if err == nil && (!r.item.Outline || r.item.Type != "" || f[0] == "") {
		err = errors.New("a type is not expected here")
	}
	if err == nil {
		r.item.Type, r.item.Marks = f[0], f[1]
	}
	return err
}

func (r *reader) readFact(line string) error {
	f, err := fields(line, factWord, word, text)
	if err == nil {
		r.item.Facts = append(r.item.Facts, Fact{f[0], f[1]})
	}
	return err
}

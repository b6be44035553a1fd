package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/value"
)

// arrayFile is an argument that names a file: `@x.npy`, `@x.npz`, or one array
// of it, `@x.npz:name`.
var arrayFile = regexp.MustCompile(`^@(.+\.npy|.+\.npz)(?::([^:]+))?$`)

// arguments reads the arguments of a call. An .npz file gives all its arrays, in its
// order. The elements of all arrays take at most so many bytes; 0 is no bound.
func (env *environment) arguments(texts []string, most size) ([]evaluate.Argument, error) {
	var args []evaluate.Argument
	left := int64(cmp.Or(most, math.MaxInt64))
	for _, text := range texts {
		m := arrayFile.FindStringSubmatch(text)
		if m == nil {
			args = append(args, evaluate.Argument{Text: text})
			continue
		}
		arrays, err := readArrays(env.path(m[1]), m[2], left)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		for i := range arrays {
			left -= int64(arrays[i].Array.Len() * arrays[i].Array.Dtype.Size())
			arrays[i].Text = "@" + m[1] + arrays[i].Text
		}
		args = append(args, arrays...)
	}
	return args, nil
}

func (env *environment) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(env.dir, name)
}

// readArrays reads at most so many bytes of elements.
func readArrays(path, member string, most int64) ([]evaluate.Argument, error) {
	file, err := disk.Open(path)
	if err != nil {
		return nil, disk.Cause(err)
	}
	defer file.Close()
	if strings.HasSuffix(path, ".npy") {
		a, err := value.ReadNPY(file, most)
		return []evaluate.Argument{{Array: a}}, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	named, err := value.ReadNPZ(file, info.Size(), most, member)
	if err == nil && len(named) == 0 {
		err = errors.New("it has no arrays")
		if member != "" {
			err = fmt.Errorf("it has no array %q", member)
		}
	}
	var args []evaluate.Argument
	for _, n := range named {
		args = append(args, evaluate.Argument{Text: ":" + n.Name, Array: n.Array})
	}
	return args, err
}

// encodeArrays spells a value as NumPy's files have it: a tensor, or a
// FractalTensor of equal leaves, as .npy; a tuple of these as .npz.
func encodeArrays(name string, v value.Value) (disk.Content, error) {
	if strings.HasSuffix(name, ".npz") {
		named, err := namedArrays(v)
		return func(w io.Writer) error { return value.WriteNPZ(w, named) }, err
	}
	a, err := array(v)
	return func(w io.Writer) error { return value.WriteNPY(w, a) }, err
}

func namedArrays(v value.Value) (named []value.Named, err error) {
	elems := []value.Value{v}
	if t, ok := v.(*value.Tuple); ok {
		elems = t.Elems
	}
	for i, elem := range elems {
		a, err := array(elem)
		if err != nil {
			return nil, err
		}
		named = append(named, value.Named{Name: fmt.Sprintf("arr_%d", i), Array: a})
	}
	return named, nil
}

func array(v value.Value) (*value.Array, error) {
	if a := value.Dense(v); a != nil {
		return a, nil
	}
	if f, ok := v.(*value.Fractal); ok {
		if a, ok, err := value.LeavesOf(nil, f.Elems); ok && err == nil {
			return a, nil
		}
	}
	return nil, fmt.Errorf("the value is no tensor: %s", value.Summary(v))
}

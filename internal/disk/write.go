package disk

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrChanged says that another program saved a file after it was read. It was left as
// they saved it.
var ErrChanged = errors.New("it was changed by somebody else meanwhile, and was left as it is")

// errLeft says that what another program saved could not be put back into its place.
var errLeft = errors.New("what was saved meanwhile could not be put back")

// Replace puts new content in the place of what a file had when it was read. Where
// another program saved the file since, theirs stays, and the error is ErrChanged. The file
// keeps its owner, mode, attributes and links; it is whole at every moment, unless it has
// several hard links or an owner that cannot be given, when it is written where it is.
func Replace(path string, was, now []byte) error {
	err := replace(path, was, now)
	if errors.Is(err, fs.ErrNotExist) { // as while an editor saves
		return ErrChanged
	}
	return err
}

func replace(path string, was, now []byte) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := writable(path)
	if err != nil {
		return err
	}
	next, err := prepare(path, sumOf(was), whole(now), 0o600)
	if err != nil {
		return err
	}
	if resemble(next, path, info) != nil || severalNames(info) {
		err = overwrite(path, was, now)
	} else {
		err = swap(next, path, was, now)
	}
	if !errors.Is(err, errLeft) {
		os.Remove(next)
		syncDir(filepath.Dir(path))
	}
	return err
}

// Write puts content into a file, whatever it had. A file that is not there is made.
// What is no regular file is written into, as a shell does.
func Write(path string, content []byte) error { return WriteStream(path, whole(content)) }

// WriteStream is Write of what a function writes: a little at a time, so that nothing
// has to hold it all. The function may be called again.
func WriteStream(path string, content Content) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return Regular(path, info)
	case err == nil && !info.Mode().IsRegular():
		return writeHere(path, content)
	case err == nil:
		info, err = writable(path)
	case errors.Is(err, fs.ErrNotExist):
		info, err = nil, nil
	}
	if err != nil {
		return err
	}
	next, err := prepare(path, sumOf(nil), content, 0o666)
	if err != nil {
		return err
	}
	defer os.Remove(next)
	if info != nil && resemble(next, path, info) != nil {
		return writeHere(path, content)
	}
	if err := os.Rename(next, path); err != nil {
		return err
	}
	syncDir(filepath.Dir(path))
	return nil
}

// WriteDerived writes a file that its program can make again at any time, as a page of a
// report: readers find it whole or not at all, but after the machine itself went down it
// may be missing or empty. The caller has made sure that it replaces a file of its own, and
// calls Tidy once for each folder.
func WriteDerived(path string, content Content) error {
	writing := filepath.Join(filepath.Dir(path), writingName())
	file, err := os.OpenFile(writing, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err = errors.Join(buffered(file, content), file.Close()); err == nil {
		err = os.Rename(writing, path)
	}
	if err != nil {
		os.Remove(writing)
	}
	return err
}

// WriteOwn writes a file whose name nobody but this program chooses, as those of its cache:
// others may have prepared the name. A file is made anew and takes it; where the name leads
// (a link, a pipe, a device) is neither followed nor opened. It is on the disk when this
// returns.
func WriteOwn(path string, content []byte) error {
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		return Regular(path, info)
	}
	next, err := prepare(path, sumOf(nil), whole(content), 0o666)
	if err != nil {
		return err
	}
	if err := os.Rename(next, path); err != nil {
		os.Remove(next)
		return err
	}
	syncDir(filepath.Dir(path))
	return nil
}

// Content writes what a file is to hold.
type Content func(io.Writer) error

// buffered gathers what is written piece by piece, as templates do.
func buffered(w io.Writer, content Content) error {
	gathered := bufio.NewWriter(w)
	return errors.Join(content(gathered), gathered.Flush())
}

func whole(content []byte) Content {
	return func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}
}

// writeHere writes into what is there.
func writeHere(path string, content Content) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(buffered(file, content), file.Close())
}

// Create makes a file that is not there yet; where there is one, the error is
// fs.ErrExist.
func Create(path string, content []byte) error {
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	next, err := prepare(path, sumOf(nil), whole(content), 0o666)
	if err != nil {
		return err
	}
	defer os.Remove(next)
	err = os.Link(next, path)
	if err != nil && !errors.Is(err, fs.ErrExist) { // a file system without hard links
		return createHere(path, content)
	}
	return err
}

func createHere(path string, content []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) // which follows no link
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		os.Remove(path)
	}
	return err
}

// writable refuses what is no regular file, and what may not be written although its
// folder may.
func writable(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err == nil {
		err = Regular(path, info)
	}
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o222 == 0 {
		return nil, refusal(path, errors.New("it is read-only"))
	}
	file, err := os.OpenFile(path, os.O_WRONLY|atOnce, 0)
	if err != nil {
		return nil, err
	}
	return info, file.Close()
}

// prepare writes content to a file beside the one that it is for. The sum is that of what
// was there before.
func prepare(path, was string, now Content, mode fs.FileMode) (string, error) {
	dir := filepath.Dir(path)
	Tidy(dir)
	writing := filepath.Join(dir, writingName())
	file, err := os.OpenFile(writing, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return "", fmt.Errorf("it was left unchanged, because no file can be created in its folder: %w", Cause(err))
	}
	sum := sha256.New()
	err = buffered(io.MultiWriter(file, sum), now)
	next := filepath.Join(dir, writtenName(was, shortSum(sum.Sum(nil))))
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = os.Rename(writing, next)
	}
	if err != nil {
		os.Remove(writing)
		return "", fmt.Errorf("it was left as it is: %w", Cause(err))
	}
	return next, nil
}

// overwrite writes a file where it is: first what makes it longer, since that is what
// a full disk refuses, then the rest.
func overwrite(path string, was, now []byte) error {
	if err := expect(path, was); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_RDWR|atOnce, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() { // another one took its place
		return ErrChanged
	}
	kept := min(len(was), len(now))
	if _, err := file.WriteAt(now[kept:], int64(kept)); err != nil {
		return errors.Join(fmt.Errorf("it was left as it is: %w", Cause(err)), file.Truncate(int64(len(was))))
	}
	if _, err := file.WriteAt(now[:kept], 0); err != nil {
		_, undo := file.WriteAt(was, 0)
		return errors.Join(err, undo)
	}
	return errors.Join(file.Truncate(int64(len(now))), file.Sync())
}

// expect is ErrChanged where a file has other content than it had.
func expect(path string, was []byte) error {
	is, err := Read(path, Limit{"files that are replaced", int64(len(was))})
	if err != nil || !bytes.Equal(is, was) {
		return ErrChanged
	}
	return nil
}

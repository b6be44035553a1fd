package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A file is one that an archive holds.
type file struct {
	name    string
	mode    fs.FileMode
	content []byte
}

// writeArchive writes files into an archive of a name, all in a folder of that name, as if
// they had been written at one time by root.
func writeArchive(dir, name string, zipped bool, files []file, when time.Time) error {
	var archive bytes.Buffer
	write, ending := writeTar, ".tar.gz"
	if zipped {
		write, ending = writeZip, ".zip"
	}
	if err := write(&archive, name, files, when); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name+ending), archive.Bytes(), 0o666)
}

func writeTar(w io.Writer, folder string, files []file, when time.Time) error {
	packed := gzip.NewWriter(w)
	archive := tar.NewWriter(packed)
	for _, f := range files {
		header := &tar.Header{Name: folder + "/" + f.name, Mode: int64(f.mode), Size: int64(len(f.content)), ModTime: when, Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(f.content); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return packed.Close()
}

func writeZip(w io.Writer, folder string, files []file, when time.Time) error {
	archive := zip.NewWriter(w)
	for _, f := range files {
		header := &zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: when}
		header.SetMode(f.mode)
		inside, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := inside.Write(f.content); err != nil {
			return err
		}
	}
	return archive.Close()
}

// accompany are the files and folders that go with the binary in an archive: what the
// README leads to, and the programs that its commands are tried on.
var accompany = []string{"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md", "docs", "examples"}

// documents reads them from a clone.
func documents(clone string) ([]file, error) { return filesBelow(clone, accompany) }

// filesBelow reads files and folders of a directory, by their paths below it. A link to a folder
// is read as the folder.
func filesBelow(dir string, names []string) (files []file, err error) {
	for _, name := range names {
		err := filepath.WalkDir(filepath.Join(dir, name), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			within, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				folder, err := filepath.EvalSymlinks(path)
				if err != nil {
					return err
				}
				linked, err := filesBelow(folder, []string{"."})
				for _, f := range linked {
					files = append(files, file{filepath.ToSlash(filepath.Join(within, f.name)), f.mode, f.content})
				}
				return err
			}
			content, err := os.ReadFile(path)
			files = append(files, file{filepath.ToSlash(within), 0o644, content})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

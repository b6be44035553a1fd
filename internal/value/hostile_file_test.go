package value

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// npyFile is a .npy file of version 2 with a header that need not be true.
func npyFile(header, elements string) string {
	length := binary.LittleEndian.AppendUint32(nil, uint32(len(header)))
	return npyMagic + "\x02\x00" + string(length) + header + elements
}

// npyOf is a file that mentions a shape and a dtype.
func npyOf(descr, shape, elements string) string {
	return npyFile("{'descr': '"+descr+"', 'fortran_order': False, 'shape': "+shape+", }", elements)
}

// TestHostileNPY holds that files which lie, or hold what is no array, are refused in
// words, and that room is only made for what they hold.
func TestHostileNPY(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"empty", "", "does not begin as .npy files do"},
		{"cut in the magic", npyMagic[:3], "does not begin"},
		{"a version to come", npyMagic + "\x09\x00", "version 9 of the format is not known"},
		{"cut in the length", npyMagic + "\x02\x00\x01", "ends in its header"},
		{"a header of 4 GB", npyMagic + "\x02\x00\xff\xff\xff\xff", "it says that its header has 4294967295 bytes; 65536 are read at most"},
		{"cut in the header", npyFile("{'descr'", "")[:15], "ends in its header"},
		{"elements that are not there", npyOf("<f4", "(1099511627776,)", "1234"), "the file ends after 4 of 4398046511104 bytes"},
		{"negative", npyOf("<f4", "(-1,)", ""), "its shape cannot be read at \"-1"},
		{"too large for a number", npyOf("<f4", "(99999999999999999999,)", ""), "its shape cannot be read"},
		{"too many together", npyOf("<f4", "(4611686018427387904, 4)", ""), "integer overflow in shape"},
		{"too many bytes together", npyOf("<f8", "(4611686018427387904,)", ""), "integer overflow in shape"},
		{"rank 65", npyOf("<f4", "("+strings.Repeat("1, ", 65)+")", "1234"), "its shape cannot be read"},
		{"rank 1,000,000", npyOf("<f4", "("+strings.Repeat("1,", 1_000_000)+")", "1234"), "are read at most"},
		{"pickled objects", npyOf("|O", "(2,)", "12345678"), `elements of type "|O" cannot be read`},
		{"records", npyFile("{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (), }", ""), "records and of objects"},
		{"a string that never ends", npyFile("{'descr", ""), "a string without an end"},
		{"a field twice", npyFile("{'shape': (), 'shape': ()}", ""), `no field "shape" once`},
		{"fields that lack", npyFile("{}", ""), "lacks one of"},
		{"nested", npyFile(strings.Repeat("{", 60_000), ""), "no string at"},
	}
	for _, test := range tests {
		a, err := ReadNPY(strings.NewReader(test.file), 1<<62)
		if err == nil || !strings.Contains(err.Error(), test.want) || a != nil {
			t.Errorf("%s: %v, not %q", test.name, err, test.want)
		}
	}
}

func TestBigEndianNPY(t *testing.T) {
	a, err := ReadNPY(strings.NewReader(npyOf(">i4", "(2,)", "\x00\x00\x00\x01\x00\x00\x01\x00")), 1<<20)
	if err != nil || !Agree(a, Of([]int32{1, 256}, 2), Tolerance{}) {
		t.Errorf("%v, %v", a, err)
	}
}

// archive is a .npz file that a function fills.
func archive(t *testing.T, fill func(*zip.Writer) error) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	if err := fill(w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// member writes one member as its header says.
func member(w *zip.Writer, h zip.FileHeader, content string) error {
	file, err := w.CreateHeader(&h)
	if err == nil {
		_, err = io.WriteString(file, content)
	}
	return err
}

func members(t *testing.T, content string, names ...string) string {
	return archive(t, func(w *zip.Writer) error {
		for _, name := range names {
			if err := member(w, zip.FileHeader{Name: name}, content); err != nil {
				return err
			}
		}
		return nil
	})
}

// bomb is 64 MB of zeros in a file of some 60 KB.
func bomb(t *testing.T) string {
	return archive(t, func(w *zip.Writer) error {
		file, err := w.Create("x.npy")
		if err != nil {
			return err
		}
		const size = 1 << 26
		if _, err := io.WriteString(file, npyOf("|i1", fmt.Sprintf("(%d,)", size), "")); err != nil {
			return err
		}
		zeros := make([]byte, 1<<20)
		for range size / len(zeros) {
			if _, err := file.Write(zeros); err != nil {
				return err
			}
		}
		return nil
	})
}

// raw is a member of which the archive says what is not so.
func raw(t *testing.T, h zip.FileHeader, content string) string {
	return archive(t, func(w *zip.Writer) error {
		h.Name, h.CompressedSize64 = "x.npy", uint64(len(content))
		file, err := w.CreateRaw(&h)
		if err == nil {
			_, err = io.WriteString(file, content)
		}
		return err
	})
}

// TestHostileNPZ is TestHostileNPY of archives.
func TestHostileNPZ(t *testing.T) {
	small := npyOf("|i1", "(1,)", "\x07")
	names := make([]string, mostMembers+1) // more than 65,535 members need ZIP64
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	damaged := strings.Replace(members(t, small, "x.npy"), "\x07", "\x08", 1)
	tests := []struct{ name, file, want string }{
		{"empty", "", "not a valid zip file"},
		{"no archive", small, "not a valid zip file"},
		{"cut", members(t, small, "x.npy")[:100], "not a valid zip file"},
		{"a bomb", bomb(t), "its elements take 67108864 bytes of memory, and 1048576 are allowed"},
		{"too many members", members(t, "", names...), "it holds 65537 arrays; 65536 are read at most"},
		{"one name twice", members(t, small, "x.npy", "x.npy"), "there is another array of this name"},
		{"one name twice, with and without its ending", members(t, small, "x.npy", "x"), "there is another array of this name"},
		{"encrypted", raw(t, zip.FileHeader{Flags: encrypted}, small), "it is encrypted"},
		{"a way of compressing that is not known", raw(t, zip.FileHeader{Method: 99}, small), "unsupported compression"},
		{"a size that is not so", raw(t, zip.FileHeader{UncompressedSize64: 1 << 60}, npyOf("|i1", "(1000000,)", "")), "the file ends after 0 of 1000000 bytes"},
		{"damaged", damaged, "checksum"},
		{"control characters in a name", members(t, "", "\x1b[2J"), `"\x1b[2J"`},
		{"a long name", members(t, "", strings.Repeat("n", 60_000)), "n…: "},
	}
	for _, test := range tests {
		arrays, err := ReadNPZ(strings.NewReader(test.file), int64(len(test.file)), 1<<20, "")
		if err == nil || !strings.Contains(err.Error(), test.want) || arrays != nil {
			t.Errorf("%s: %.300v, not %q", test.name, err, test.want)
		}
	}
}

// TestNPZNames holds that the names of members are names only: they point nowhere.
func TestNPZNames(t *testing.T) {
	names := []string{"../../x.npy", "/etc/x.npy", `c:\x.npy`, ".npy", "a/b.npy"}
	file := members(t, npyOf("|i1", "(1,)", "\x07"), names...)
	arrays, err := ReadNPZ(strings.NewReader(file), int64(len(file)), 5, "")
	got := make([]string, len(arrays))
	for i, a := range arrays {
		got[i] = a.Name + ".npy"
	}
	if err != nil || !slices.Equal(got, names) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := ReadNPZ(strings.NewReader(file), int64(len(file)), 4, ""); err == nil {
		t.Error("what all arrays take together is not counted")
	}
}

package metadata

import "testing"

func TestFileOf(t *testing.T) {
	tests := []struct {
		section, name string
		named         bool
		err           error
	}{
		{"#[metadata]\n\"m.npz\"\n", "m.npz", true, nil},
		{"\n\"a/b c.NPZ\"", "a/b c.NPZ", true, nil},
		{"METADATA:\n\"m.npz\"", "m.npz", true, nil},
		{"#[metadata]\n{\"root\": 1}", "", false, nil},
		{"#[metadata]\n", "", false, nil},
		{"#[metadata", "", false, nil},
		{"#[metadata]\n\"a{b}.npz\"", "a{b}.npz", true, nil},
		{"#[metadata]\n\"m.npz", "", true, errNoString},
		{"#[metadata]\n\"m.npz\" {}", "", true, errNoString},
		{"#[metadata]\n\"m.npz\"\n\"n.npz\"", "", true, errNoString},
		{"#[metadata]\n\"m.txt\"", "m.txt", true, errNoNPZ},
		{"#[metadata]\n\"\"", "", true, errOutside},
		{"#[metadata]\n\"../m.npz\"", "../m.npz", true, errOutside},
		{"#[metadata]\n\"a/../../m.npz\"", "a/../../m.npz", true, errOutside},
		{"#[metadata]\n\"/m.npz\"", "/m.npz", true, errOutside},
		{"#[metadata]\n\"./m.npz\"", "./m.npz", true, errOutside},
		{"#[metadata]\n\"a\\\\m.npz\"", "a\\m.npz", true, errOutside},
		{"#[metadata]\n\"C:m.npz\"", "C:m.npz", true, errOutside},
		{"#[metadata]\n\"m\\x00.npz\"", "m\x00.npz", true, errOutside},
	}
	for _, tt := range tests {
		f, named := FileOf(tt.section)
		if named != tt.named || f.Err != tt.err || f.Name != tt.name {
			t.Errorf("%q: %q %v %v, want %q %v %v", tt.section, f.Name, named, f.Err, tt.name, tt.named, tt.err)
		}
		if at := tt.section[f.At.Start:f.At.End]; named && at[0] != '"' {
			t.Errorf("%q: the name is at %q", tt.section, at)
		}
	}
}

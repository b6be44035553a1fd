package wire

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"google.golang.org/protobuf/encoding/protowire"
)

// tensorOf is a TensorProto of a type and a shape, and what else is in rest.
func tensorOf(t DataType, dims []int64, rest []byte) []byte {
	b := appendText(nil, 8, "w")
	for _, d := range dims {
		b = appendNumber(b, 1, uint64(d))
	}
	return append(appendNumber(b, 2, uint64(t)), rest...)
}

func raw(b ...byte) []byte { return appendBytes(nil, 9, b) }

func packed(field int, b ...byte) []byte { return appendBytes(nil, protowire.Number(field), b) }

// TestTensorErrors reads tensors whose elements do not fit their type and shape.
func TestTensorErrors(t *testing.T) {
	external := func(entries ...string) []byte {
		b := appendNumber(nil, 14, 1)
		for i := 0; i < len(entries); i += 2 {
			b = appendBytes(b, 13, appendText(appendText(nil, 1, entries[i]), 2, entries[i+1]))
		}
		return b
	}
	tests := []struct {
		name string
		data []byte
		want string
	}{
		{"too short", tensorOf(Float, []int64{2, 3}, raw(1, 2, 3, 4)), "its raw_data has 4 bytes, and shape [2, 3] of float32 takes 24 bytes"},
		{"too long", tensorOf(Uint8, []int64{2}, raw(1, 2, 3, 4)), "its raw_data has 4 bytes, and shape [2] of uint8 takes 2 bytes"},
		{"none", tensorOf(Float, nil, nil), "it has no elements, and shape [] of float32 takes 4 bytes"},
		{"too few values", tensorOf(Int64, []int64{3}, packed(int64Data, 1, 2)), "its int64_data has 2 values, and shape [3] of int64 takes 3 of them"},
		{"too many values", tensorOf(Int64, []int64{1}, packed(int64Data, 1, 2)), "its int64_data has 2 values, and shape [1] of int64 takes 1 of them"},
		{"half of a value", tensorOf(Float, []int64{1}, packed(floatData, 1, 2)), "its float_data has 2 bytes, and each value takes 4"},
		{"a cut value", tensorOf(Int64, []int64{1}, packed(int64Data, 0x80)), "its int64_data ends inside a number"},
		{"a long value", tensorOf(Int64, []int64{1}, packed(int64Data, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)), "its int64_data has a number of more than 64 bits"},
		{"the wrong field", tensorOf(Float, []int64{1}, packed(int32Data, 1)), "its elements are in int32_data; those of float32 belong in float_data or raw_data"},
		{"two fields", tensorOf(Uint8, []int64{1}, append(raw(1), packed(int32Data, 1)...)), "its elements are both in raw_data and in int32_data"},
		{"nibbles", tensorOf(Int4, []int64{3}, raw(1)), "its raw_data has 1 bytes, and shape [3] of int4 takes 2 bytes"},
		{"a negative extent", tensorOf(Float, []int64{2, -1}, nil), "its shape [2, -1] has the extent -1"},
		{"a huge shape", tensorOf(Float, []int64{1 << 40, 1 << 40}, nil), "its shape [1099511627776, 1099511627776] has more elements than a file can hold"},
		{"a large shape", tensorOf(Float, []int64{1 << 50}, raw(1)), "its raw_data has 1 bytes, and shape [1125899906842624] of float32 takes 4503599627370496 bytes"},
		{"undefined", tensorOf(Undefined, []int64{1}, raw(1)), "its elements are of undefined; ONNX knows the data types 1 to 26"},
		{"unknown", tensorOf(99, []int64{1}, raw(1)), "its elements are of data type 99; ONNX knows"},
		{"negative type", tensorOf(-5, []int64{1}, raw(1)), "its elements are of data type -5; ONNX knows"},
		{"strings", tensorOf(String, []int64{1}, appendText(nil, stringData, "a")), "its elements are of string, which the language does not have"},
		{"complex", tensorOf(Complex64, []int64{1}, raw(1, 2, 3, 4, 5, 6, 7, 8)), "its elements are of complex64, which the language does not have"},
		{"a segment", tensorOf(Uint8, []int64{1}, append(raw(1), appendBytes(nil, 3, nil)...)), "it is a segment of a tensor"},
		{"a location", tensorOf(Uint8, []int64{1}, append(raw(1), appendNumber(nil, 14, 7)...)), "its data location is 7; ONNX knows 0"},
		{"external, without an opener", tensorOf(Uint8, []int64{1}, external("location", "w.bin")), `its elements are in the file "w.bin", and no other file is read here`},
		{"external, without a location", tensorOf(Uint8, []int64{1}, external("offset", "0")), "external_data has no location"},
	}
	for _, test := range tests {
		x, err := ReadTensor(test.data)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		a, err := x.Array(nil)
		var e *TensorError
		if a != nil || !errors.As(err, &e) || e.Tensor != "w" || !strings.Contains(err.Error(), `tensor "w": `) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v; want %q", test.name, err, test.want)
		}
	}
}

// TestArray reads elements in all the forms that they have.
func TestArray(t *testing.T) {
	tests := []struct {
		name string
		data []byte
		want *value.Array
	}{
		{"raw int16", tensorOf(Int16, []int64{2}, raw(0xff, 0xff, 1, 2)), value.Of([]int16{-1, 0x201}, 2)},
		{"raw bool", tensorOf(Bool, []int64{3}, raw(0, 1, 2)), value.Of([]bool{false, true, true}, 3)},
		{"a scalar", tensorOf(Int32, nil, raw(1, 0, 0, 0)), value.Of([]int32{1})},
		{"none", tensorOf(Float, []int64{0, 3}, nil), value.Of([]float32{}, 0, 3)},
		{"none of a huge shape", tensorOf(Uint8, []int64{1 << 62, 1 << 62, 0}, nil), value.Of([]uint8{}, 1<<62, 1<<62, 0)},
		{"int8 of int32", tensorOf(Int8, []int64{2}, append(appendNumber(nil, int32Data, 1<<64-128), appendNumber(nil, int32Data, 127)...)), value.Of([]int8{-128, 127}, 2)},
		{"bool of int32", tensorOf(Bool, []int64{2}, packed(int32Data, 0, 2)), value.Of([]bool{false, true}, 2)},
		{"uint32 of uint64", tensorOf(Uint32, []int64{1}, appendNumber(nil, uint64Data, math.MaxUint32)), value.Of([]uint32{math.MaxUint32}, 1)},
		{"uint64", tensorOf(Uint64, []int64{1}, appendNumber(nil, uint64Data, math.MaxUint64)), value.Of([]uint64{math.MaxUint64}, 1)},
		{"packed in parts", tensorOf(Int64, []int64{4}, append(packed(int64Data, 1, 2), append(packed(int64Data, 3), appendNumber(nil, int64Data, 4)...)...)), value.Of([]int64{1, 2, 3, 4}, 4)},
		{"floats in parts", tensorOf(Float, []int64{2}, append(packed(floatData, 0, 0, 0x80, 0x3f), 0x25, 0, 0, 0, 0x40)), value.Of([]float32{1, 2}, 2)},
		{"float16 of int32", tensorOf(Float16, []int64{1}, appendNumber(nil, int32Data, 0xc000)), value.Wrap(value.Float16, []uint16{0xc000}, []int{1})},
		{"raw bfloat16", tensorOf(Bfloat16, []int64{1}, raw(0x80, 0x3f)), value.Wrap(value.Bfloat16, []uint16{0x3f80}, []int{1})},
		{"int4", tensorOf(Int4, []int64{5}, raw(0x8f, 0x17, 0xf9)), value.Wrap(value.Int4, []int8{-1, -8, 7, 1, -7}, []int{5})},
		{"uint4 of int32", tensorOf(Uint4, []int64{3}, packed(int32Data, 0xa3, 1, 0x0f)), value.Wrap(value.Uint4, []uint8{3, 10, 15}, []int{3})},
		{"int2", tensorOf(Int2, []int64{5}, raw(0b11_10_01_00, 0b10)), value.Wrap(value.Int2, []int8{0, 1, -2, -1, -2}, []int{5})},
		{"uint2", tensorOf(Uint2, []int64{2, 2}, raw(0b11_10_01_00)), value.Wrap(value.Uint2, []uint8{0, 1, 2, 3}, []int{2, 2})},
		{"float8 of int32", tensorOf(Float8E5M2, []int64{2}, packed(int32Data, 0x38, 0x3c)), value.Wrap(value.Float8E5M2, []uint8{0x38, 0x3c}, []int{2})},
	}
	for _, test := range tests {
		x, err := ReadTensor(test.data)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		got, err := x.Array(nil)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if !reflect.DeepEqual(got.Data, test.want.Data) || !slices.Equal(got.Shape, test.want.Shape) || got.Dtype != test.want.Dtype {
			t.Errorf("%s: %v; want %v", test.name, got, test.want)
		}
	}
}

// TestSmallFloats compares codes with the numbers that the standards give for them: the
// greatest, the least normal one, the least, and what is special.
func TestSmallFloats(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	tests := map[DataType]map[byte]float64{
		Float8E4M3FN:   {0x00: 0, 0x01: 0x1p-9, 0x08: 0x1p-6, 0x38: 1, 0x7e: 448, 0x7f: nan, 0xff: nan, 0xfe: -448, 0xb8: -1},
		Float8E4M3FNUZ: {0x00: 0, 0x01: 0x1p-10, 0x08: 0x1p-7, 0x40: 1, 0x7f: 240, 0x80: nan, 0xff: -240, 0xc0: -1},
		Float8E5M2:     {0x00: 0, 0x01: 0x1p-16, 0x04: 0x1p-14, 0x3c: 1, 0x7b: 57344, 0x7c: inf, 0xfc: -inf, 0x7d: nan, 0x7f: nan, 0xff: nan},
		Float8E5M2FNUZ: {0x00: 0, 0x01: 0x1p-17, 0x04: 0x1p-15, 0x40: 1, 0x7f: 57344, 0x80: nan, 0xff: -57344},
		Float8E8M0:     {0x00: 0x1p-127, 0x01: 0x1p-126, 0x7f: 1, 0x80: 2, 0xfe: 0x1p127, 0xff: nan},
		Float4E2M1:     {0: 0, 1: 0.5, 2: 1, 3: 1.5, 4: 2, 5: 3, 6: 4, 7: 6, 9: -0.5, 15: -6},
	}
	for typ, numbers := range tests {
		for code, want := range numbers {
			x, err := ReadTensor(tensorOf(typ, []int64{1}, raw(code)))
			if err != nil {
				t.Fatal(err)
			}
			a, err := x.Float32s(nil)
			if err != nil {
				t.Errorf("%s: %v", typ, err)
				continue
			}
			if got := float64(a.Data.([]float32)[0]); got != want && (got == got || want == want) {
				t.Errorf("%s, code %#x: %v; want %v", typ, code, got, want)
			}
		}
	}
	for _, typ := range []DataType{Float8E4M3FN, Float8E5M2} {
		if zero := smallFloats[typ].number(0x80); zero != 0 || !math.Signbit(float64(zero)) {
			t.Errorf("%s: minus zero is %v", typ, zero)
		}
	}
	x, _ := ReadTensor(tensorOf(Float4E2M1, []int64{3}, raw(0xf2, 1)))
	if a, err := x.Codes(nil); err != nil || !slices.Equal(a.Data.([]uint8), []uint8{2, 15, 1}) {
		t.Errorf("codes of 4 bits: %v, %v", a, err)
	}
}

// TestDtypes: the dtypes of the language and those of arrays fit each other.
func TestDtypes(t *testing.T) {
	for typ := range DataType(len(forms)) {
		d, ok := typ.Dtype()
		if parsed, is := types.ParseDtype(d.String()); ok && (!is || parsed != d) {
			t.Errorf("%s is %s of the language", typ, d)
		}
		if back, known := DataTypeOf(d); ok && (!known || back != typ) {
			t.Errorf("%s has the dtype %s, and that has the data type %s", typ, d, back)
		}
		if a, holds := typ.ArrayDtype(); holds != ok || holds && typ.Bits() >= 8 && a.Bits() != typ.Bits() {
			t.Errorf("%s has the dtype %s, and arrays %s", typ, d, a)
		}
	}
}

// TestAppendTensor writes arrays and reads them again.
func TestAppendTensor(t *testing.T) {
	for d := value.Bool; d <= value.Float64; d++ {
		a := value.Iota(6).Convert(d).Reshape([]int{2, 3})
		for name, a := range map[string]*value.Array{"plain": a, "a view": a.Transpose([]int{1, 0}), "": a.Slice(1, 0, 0, 1)} {
			x, err := ReadTensor(AppendTensor(nil, a, name))
			if err != nil {
				t.Fatal(err)
			}
			got, err := x.Array(nil)
			if err != nil || x.Name != name || got.Dtype != d || !slices.Equal(got.Shape, a.Shape) || !reflect.DeepEqual(got.Flat(), a.Flat()) {
				t.Errorf("%s, %q: %v, %v", d, name, got, err)
			}
		}
	}
}

// TestExternal reads elements in other files, and those that are not there or not allowed.
func TestExternal(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "model")
	content := make([]byte, 3*readBlock)
	for i := range content {
		content[i] = byte(i >> 2)
	}
	for name, b := range map[string][]byte{"model/w.bin": content, "model/sub/w.bin": content[:8], "secret": content, "model/empty": nil} {
		path := filepath.Join(top, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, b, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"out": "../secret", "inside": "sub/w.bin", "folder": "..", "absolute": filepath.Join(top, "secret"), "back": "../model/w.bin"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	const escapes = "is outside of the model's folder; only files in it and below are read"
	tests := []struct {
		entries string // key=value
		want    string // of the error
	}{
		{"location=w.bin", ""},
		{"location=w.bin offset=4", ""},
		{"location=w.bin offset=196600 length=8", ""},
		{"location=./sub/../sub/w.bin", escapes},
		{"location=./sub//w.bin checksum=x more=y", ""},
		{"location=inside", ""},
		{"location=w.bin offset=196604", "its external data begins at byte 196604 of \"w.bin\" and takes 8 bytes, and the file has 196608"},
		{"location=w.bin offset=9223372036854775807", "its external data begins at byte 9223372036854775807"},
		{"location=w.bin offset=9223372036854775808", `the offset of its external data is "9223372036854775808"; a number from 0 to`},
		{"location=w.bin offset=-4", `the offset of its external data is "-4"`},
		{"location=w.bin length=-4", `the length of its external data is "-4"`},
		{"location=w.bin length=4", "its external data has a length of 4 bytes, and shape [2] of float32 takes 8 bytes"},
		{"location=w.bin length=9", "its external data has a length of 9 bytes"},
		{"location=w.bin offset=x", `the offset of its external data is "x"`},
		{"location=empty", "and the file has 0"},
		{"location=missing", `its external data "missing": no such file or directory`},
		{"location=sub", `its external data "sub": it is a directory; only regular files are read`},
		{"location=", "external_data has no location"},
		{"location=../secret", escapes},
		{"location=sub/../../secret", escapes},
		{"location=..", escapes},
		{"location=" + filepath.Join(top, "secret"), escapes},
		{"location=/etc/passwd", escapes},
		{"location=out", escapes},
		{"location=absolute", escapes},
		{"location=folder/secret", escapes},
		{"location=back", escapes},
	}
	for _, test := range tests {
		b := appendNumber(nil, 14, 1)
		for entry := range strings.FieldsSeq(test.entries) {
			key, v, _ := strings.Cut(entry, "=")
			b = appendBytes(b, 13, appendText(appendText(nil, 1, key), 2, v))
		}
		x, err := ReadTensor(tensorOf(Float, []int64{2}, b))
		if err != nil {
			t.Fatal(err)
		}
		checked := x.Check(Folder(dir))
		a, err := x.Array(Folder(dir))
		var escape *EscapeError
		if (checked == nil) != (err == nil) || errors.As(err, &escape) != (test.want == escapes) {
			t.Errorf("%s: Check says %v, and Array %v", test.entries, checked, err)
		}
		switch {
		case test.want == "" && err == nil && a.Len() == 2:
		case test.want == "" || err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), `tensor "w": `):
			t.Errorf("%s: %v, %v; want %q", test.entries, a, err, test.want)
		}
	}
	// Elements of several blocks, and those that share bytes.
	whole := appendNumber(nil, 14, 1)
	whole = appendBytes(whole, 13, appendText(appendText(nil, 1, "location"), 2, "w.bin"))
	x, _ := ReadTensor(tensorOf(Uint8, []int64{3 * readBlock}, whole))
	if a, err := x.Array(Folder(dir)); err != nil || !slices.Equal(a.Data.([]uint8), content) {
		t.Errorf("three blocks: %v", err)
	}
	x, _ = ReadTensor(tensorOf(Uint4, []int64{6*readBlock - 1}, whole))
	a, err := x.Array(Folder(dir))
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range a.Data.([]uint8) {
		if want := content[i/2] >> (4 * (i % 2)) & 15; c != want {
			t.Fatalf("element %d of 4 bits is %d; want %d", i, c, want)
		}
	}
}

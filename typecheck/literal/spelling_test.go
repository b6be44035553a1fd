package literal_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/typecheck/literal"
)

var literalDtypes = []string{
	"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
	"float16", "float32", "float64", "bfloat16", "bool", "int4", "float8", "float32x4",
}

// spellings are texts of numbers: with points and exponents, at the ends of what dtypes
// have, with every suffix.
func spellings() []string {
	digits := []string{
		"0", "1", "3", "007", "127", "128", "255", "256", "32768", "65504", "65520", "65536", "2049", "16777216", "16777217",
		"2147483647", "2147483648", "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808",
		"18446744073709551615", "18446744073709551616", "340282350000000000000000000000000000000",
		"0.0", "0.1", "1.0", "2.50", "0.5", "65504.0", "3.0000001", "16777217.0", "1e-5", "1E-5", "1e-8", "1e3", "1e+3", "1E3", "2.5e1", "25e-1",
		"1e10", "1e30", "1e38", "1e39", "1e-7", "1e-40", "1e-46", "1e308", "1e309", "5e-324", "1e-400", "1e999999999", "6e-8", "6.1e-5",
		"inf", "nan",
	}
	r := rand.New(rand.NewSource(1))
	for range 40 {
		digits = append(digits, fmt.Sprintf("%d.%de%d", r.Intn(100), r.Intn(100000), r.Intn(60)-30))
	}
	var all []string
	for _, d := range digits {
		for _, suffix := range []string{"", "f", "f16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"} {
			all = append(all, d+suffix, "-"+d+suffix)
		}
	}
	return all
}

// oneLiteral is the only node of an expression that is a number; false where the lexer or
// the checker refuses the text.
func oneLiteral(t *testing.T, text string) (types.Dtype, string, bool) {
	file := syntax.ParseFile("number.frac", text+"\n")
	m := typecheck.NewModule(typecheck.Config{File: file})
	result := m.Check(0)
	item := file.Item(0)
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if k := item.Kind(n); k == syntax.Int || k == syntax.Float {
			d := types.NoDtype
			if tensor, ok := types.Head(result.Info.Types[n]).(*types.Tensor); ok {
				d = tensor.Dtype
			}
			return d, item.NumberText(n), len(result.Diagnostics)+len(item.Errors) == 0 && item.SourceText(n) == text
		}
	}
	return types.NoDtype, "", false
}

// written is the number that digits say, apart from how the code under test reads them.
func written(text string) (special string, value *big.Float) {
	digits := strings.TrimRight(text, "0123456789")
	switch body := strings.TrimPrefix(text, "-"); {
	case strings.HasPrefix(body, "inf"), strings.HasPrefix(body, "nan"):
		return text[:strings.Index(text, body)+3], nil
	case digits != "" && strings.ContainsAny(digits[len(digits)-1:], "iuf"):
		text = digits[:len(digits)-1]
	}
	value, _, _ = big.ParseFloat(text, 10, 4000, big.ToNearestEven)
	return "", value
}

// A number at another dtype is the same number, of that dtype, and the checker takes it.
func TestRespelledNumbers(t *testing.T) {
	tried := 0
	for _, text := range spellings() {
		_, _, accepted := oneLiteral(t, text)
		for _, name := range literalDtypes {
			want, _ := types.ParseDtype(name)
			spelled, ok := literal.Respell(text, want)
			if !ok {
				continue
			}
			tried++
			got, _, good := oneLiteral(t, spelled)
			if !good || got != want {
				t.Errorf("%s at %s: `%s` is %s, accepted: %t", text, name, spelled, got, good)
			}
			special, x := written(text)
			again, y := written(spelled)
			zeros := x != nil && y != nil && x.Sign() == 0 && y.Sign() == 0
			if special != again || x != nil && x.Cmp(y) != 0 || zeros && strings.ContainsAny(text, ".ef") && x.Signbit() != y.Signbit() {
				t.Errorf("%s at %s: `%s` is another number", text, name, spelled)
			}
			if accepted && want.IsInteger() && x != nil && !x.IsInt() {
				t.Errorf("%s at %s: `%s`", text, name, spelled)
			}
		}
	}
	if tried < 1000 {
		t.Errorf("%d spellings", tried)
	}
}

// What a dtype has exactly gets a spelling, and what it has not gets none.
func TestWhichNumbersAreRespelled(t *testing.T) {
	for _, c := range []struct{ text, dtype, want string }{
		{"1e-5", "float64", "1e-5f64"}, {"1e-8f64", "float32", "1e-8f"}, {"2.5e1f", "float16", "2.5e1f16"},
		{"1e3f", "int64", "1000i64"}, {"2.0", "int32", "2"}, {"1", "float32", "1f"}, {"1", "uint16", "1u16"},
		{"-1", "uint8", ""}, {"300", "int8", ""}, {"2.5", "int32", ""}, {"16777217", "float32", ""}, {"16777216", "float32", "16777216f"},
		{"1e5", "float16", ""}, {"1e-8", "float16", ""}, {"0.1", "float16", "0.1f16"}, {"2049f", "float16", ""}, {"16777217f", "int64", ""},
		{"-0", "float32", "0f"}, {"-0f", "int32", ""}, {"-0.0", "float64", "-0.0f64"},
		{"inff", "float16", "inff16"}, {"-inff64", "float32", "-inff"}, {"nanf", "float64", "nanf64"}, {"inff", "int32", ""},
		{"1f", "bfloat16", ""}, {"1", "bool", ""}, {"3000000000", "int32", ""}, {"3000000000", "int64", "3000000000i64"}, {"1E3", "int32", "1000"},
		{"1e999999999f", "float64", ""}, {"18446744073709551615u64", "float64", ""}, {"6e-8f64", "float16", ""},
	} {
		d, _ := types.ParseDtype(c.dtype)
		if got, ok := literal.Respell(c.text, d); got != c.want && (ok || c.want != "") || ok != (c.want != "") {
			t.Errorf("%s at %s: %q %t, want %q", c.text, c.dtype, got, ok, c.want)
		}
	}
	// Every number that float32 has is found to be exact in float64, and not the other way round.
	r := rand.New(rand.NewSource(2))
	for range 2000 {
		x := math.Float32frombits(r.Uint32())
		text := fmt.Sprintf("%.0f", x)
		if x != x || math.IsInf(float64(x), 0) || len(text) > 300 {
			continue
		}
		whole, err := new(big.Float).SetPrec(400).SetString(text)
		if !err {
			continue
		}
		_, exact := whole.Float32()
		_, ok := literal.Respell(text+".0", types.Float32)
		if ok != (exact == big.Exact) {
			t.Errorf("%s: %t, and %s", text, ok, exact)
		}
	}
}

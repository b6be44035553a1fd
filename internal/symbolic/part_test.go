package symbolic

import "testing"

func TestParts(t *testing.T) {
	s, _ := n.Symbol()
	for text, want := range map[string]string{
		"0": "", "7": "7|1|0|0|1", "n": "1|1|1|0|1", "3*n^2*m/2": "3/2|m|2|0|1", "n*log2(n)^2": "1|1|1|2|1",
		"n^log2(3)*2": "2|1|log2(3)|0|1", "n^2*n^(1/2)": "1|1|5/2|0|1", "2^(n + 1)*n": "2|1|1|0|2",
		"2^n*3^n*m": "1|m|0|0|6", "log3(n)": "1|log3(2)|0|1|1", "-n": "-1|1|1|0|1", "n*log2(n + m)": "1|log2(m + n)|1|0|1",
		"min(n, m)*m": "1|m*min(m, n)|0|0|1", "2^(n*m)": "1|2^(m*n)|0|0|1",
	} {
		got := ""
		for _, p := range read(text).Parts(s) {
			got += p.Coef.RatString() + "|" + p.Factor.String() + "|" + p.Degree.String() + "|" +
				Int(int64(p.Logs)).String() + "|" + p.Base.RatString()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
	for range (*Expr)(nil).Parts(s) {
		t.Error("an unknown expression has parts")
	}
}

func TestApart(t *testing.T) {
	s, _ := n.Symbol()
	for text, want := range map[string]string{
		"log2(n + m)": "log2(n) + log2(m) + 1", "log2(n + 1)*m": "m*log2(n) + m", "max(n, m)^2": "m^2 + 2*m*n + n^2",
		"log2(2*n^2*m)": "2*log2(n) + log2(m) + 1", "log2(n)": "log2(n)", "min(n, m)": "min(m, n)", "max(m, k)": "max(k, m)",
		"max(n - 3, 0)": "max(n - 3, 0)", "3 - log2(n + m)": "3 - log2(m + n)", "log2(n - 1)": "log2(n)",
		"max(n, log2(n + m))": "log2(m + n) + n",
	} {
		e := read(text)
		got := e.Apart(s)
		if !got.Equal(read(want)) {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
		for v := range int64(6) {
			at := func(u *Symbol) (int64, bool) {
				if u == s {
					return v, true
				}
				return 3 - v/2, true
			}
			low, err := e.Enclose(at)
			high, err2 := got.Enclose(at)
			if err != nil || err2 != nil || high.High < low.Low {
				t.Errorf("%s at %d: %v %v, bound %v %v", text, v, low, err, high, err2)
			}
		}
	}
}

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

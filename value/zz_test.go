package value
import ("testing";"math")
func BenchmarkZZ(b *testing.B){
 x:=make([]float32,1024); d:=make([]float32,1024)
 for i:=range x {x[i]=float32(i-512)/128}
 b.Run("exp32",func(b *testing.B){for b.Loop(){exps32(d,x)}})
 b.Run("math",func(b *testing.B){for b.Loop(){each1(d,x,func(x float32) float32 {return float32(math.Exp(float64(x)))})}})
 b.Run("tanh32",func(b *testing.B){for b.Loop(){tanhs32(d,x)}})
 b.Run("sig32",func(b *testing.B){for b.Loop(){sigmoids32(d,x)}})
}

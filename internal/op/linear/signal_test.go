package linear

import "testing"

func TestTransformWork(t *testing.T) {
	for n, possible := range map[int]bool{1: true, 1 << 20: true, 1 << 24: true, 30_011: true, 4_999_999: false, 1 << 28: false, 2_147_483_647: false, 1 << 62: false} {
		if (transformWork(n) <= mostTransform) != possible {
			t.Errorf("a transform of %d elements takes %d: possible %v", n, transformWork(n), !possible)
		}
	}
}

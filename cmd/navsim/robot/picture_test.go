package robot

import (
	"bytes"
	"context"
	"errors"
	"image/jpeg"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/caption"
	"navd/cmd/navsim/world"
	"navd/daemon/nav"
	"navd/ipc"
)

// errEnough ends a search once its plan is asked for.
var errEnough = errors.New("enough")

// asker keeps what the first plan is asked with.
type asker struct{ params ipc.PlanParams }

// Call implements [ipc.Caller].
func (a *asker) Call(_ context.Context, method string, params, _ any) error {
	if method != string(ipc.NavPlan) {
		return nil
	}
	a.params = params.(ipc.PlanParams)
	return errEnough
}

// asked gives what a robot asks its first plan with.
func asked(t *testing.T, set func(*Task)) ipc.PlanParams {
	t.Helper()
	tasks, err := Generated(5, 1, world.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	tasks[0].Profile = world.Std()
	set(&tasks[0])
	var a asker
	if _, err := Search(t.Context(), &a, tasks[0], nil); !errors.Is(err, errEnough) {
		t.Fatal(err)
	}
	return a.params
}

// TestPicture hides in the panorama what the labels of its views say, with the
// same noise.
func TestPicture(t *testing.T) {
	labels := asked(t, func(*Task) {})
	both := asked(t, func(r *Task) { r.Images = true })
	alone := asked(t, func(r *Task) { r.NoLabels = true })
	if diff := cmp.Diff(labels.Labels, both.Labels); labels.Image != nil || len(labels.Labels) != 12 || diff != "" {
		t.Errorf("labels without and with a picture:\n%s", diff)
	}
	if diff := cmp.Diff(both.Image, alone.Image); diff != "" || alone.Labels != nil || both.ShownViews != nil {
		t.Errorf("%+v\n%s", alone.Labels, diff)
	}
	if diff := cmp.Diff([]int{1, 3, 5, 7, 9, 11}, alone.ShownViews); diff != "" {
		t.Error(diff)
	}
	said := &nav.Printed{Angles: "clockwise", Tiles: [][]int{{1, 3, 5}, {7, 9, 11}}}
	quiet := asked(t, func(r *Task) { r.NoLabels, r.Unprinted = true, true })
	if diff := cmp.Diff([]*nav.Printed{nil, said, said, nil}, []*nav.Printed{labels.Printed, both.Printed, alone.Printed, quiet.Printed}); diff != "" {
		t.Errorf("what is printed: %s", diff)
	}
	seen, ok := caption.Read(alone.Image.Base64)
	if !ok || seen.Scene == nil || seen.Scene.Type == "" || len(seen.Scene.Objects) == 0 {
		t.Fatalf("caption %v %+v", ok, seen)
	}
	var got []nav.Glimpse
	for _, v := range seen.Views {
		got = append(got, nav.Glimpse{View: v.View, SceneType: v.Type, FreeM: &v.FreeM, SeeM: &v.SeeM, Objects: v.Objects})
	}
	var want []nav.Glimpse
	for _, i := range alone.ShownViews {
		want = append(want, labels.Labels[i])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-labels +picture:\n%s", diff)
	}
	if img, err := jpeg.Decode(bytes.NewReader(alone.Image.Base64)); err != nil || img.Bounds().Dx() != 960 || img.Bounds().Dy() != 480 {
		t.Errorf("%v: no panorama", err)
	}
}

package ask

import (
	"bytes"
	"context"
	"image"

	"navd/daemon/background"
	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/reply"
)

// FitAll scales pictures down to what models get, within the context. A picture
// that is small enough stays as it came, byte for byte.
func (m *Models) FitAll(ctx context.Context, images []reply.Image) ([]reply.Image, error) {
	out := make([]reply.Image, len(images))
	for i, img := range images {
		var err error
		if out[i], err = m.Fit(ctx, img); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Fit scales one picture down. Scaling cannot be stopped half way, so it runs
// beside the caller, one at a time in the whole daemon.
func (m *Models) Fit(ctx context.Context, img reply.Image) (reply.Image, error) {
	limits := m.Config().Images
	head, _, err := image.DecodeConfig(bytes.NewReader(img.Bytes))
	if err != nil || max(head.Width, head.Height) <= limits.ModelSide {
		return img, err
	}
	type result struct {
		img reply.Image
		err error
	}
	done := make(chan result, 1)
	begun := m.work.Go(func() {
		m.scaling.Lock()
		defer m.scaling.Unlock()
		if ctx.Err() != nil {
			return // nobody waits any more
		}
		var r result
		defer func() { done <- r }()
		defer background.Recover(&r.err)
		r.img, r.err = model.ScaleDown(img, limits.ModelSide, limits.Quality)
	})
	if !begun {
		return img, background.Stopping()
	}
	select {
	case r := <-done:
		return r.img, r.err
	case <-ctx.Done():
		return img, fault.New(fault.As(ctx.Err()).Kind, "the picture was not scaled down in time")
	}
}

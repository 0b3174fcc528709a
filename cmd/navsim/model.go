package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"navd/cmd/navsim/vlm"
	"navd/cmd/outfile"
	"navd/daemon/fault"
)

// modelFlags are the flags of `navsim model`.
type modelFlags struct {
	listen string
	out    string
	wire   string
	share  float64
	kinds  []string
	seed   uint64
	delay  time.Duration
	print  bool
}

// The interfaces of a simulated model.
const (
	wireVertex = "vertex"
	wireOpenAI = "openai"
)

// modelCmd simulates a vision-language model on the loopback interface.
func modelCmd() *cobra.Command {
	f := &modelFlags{}
	cmd := &cobra.Command{
		Use:   "model",
		Short: "Simulate a vision-language model that navd can ask",
		Long: "Simulate the models of a Vertex AI project, or with --wire openai a server such as vLLM or Ollama, with the same\n" +
			"REST interface, on this machine only. It plans, describes scenes and distils feedback from the prompts, and from\n" +
			"the captions that the robots of `navsim run` hide in their pictures. It needs no credentials.\n" +
			"Its output is a configuration file for navd: the lines that make navd use it, and, when it is interrupted, the\n" +
			"number of its requests as comments. With --out the lines are written to a file instead, at once and only when\n" +
			"it listens: a script can remove the old file, wait for the new one, and then start navd.\n\n" +
			"With --faults a share of the requests fails, which ones depends on --seed. The kinds are\n" + faultNames(),
		Example: "  navsim model --listen 127.0.0.1:8089\n  navsim model --wire openai --out model.toml\n  navsim model --faults 0.2 --seed 7\n  navsim model --faults 1 --kind hang,rate_limit",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.listen, "listen", "127.0.0.1:0", "loopback address and port; port 0 takes a free one")
	fl.StringVar(&f.out, "out", "", "write the configuration to this file instead of standard output, once it listens")
	fl.StringVar(&f.wire, "wire", wireVertex, "interface for which the configuration is, vertex or openai; the server answers both")
	fl.Float64Var(&f.share, "faults", 0, "share of the requests that fail, 0 to 1")
	fl.StringSliceVar(&f.kinds, "kind", nil, "kinds of faults, separated by commas (default all)")
	fl.Uint64Var(&f.seed, "seed", 1, "seed of the faults")
	fl.BoolVar(&f.print, "printed", false, "answer plans with the angle that PixelNav prints on the view, clockwise, whatever the prompt asks for")
	fl.DurationVar(&f.delay, "delay", 0, "wait before each answer, as in 300ms")
	return cmd
}

// faultNames lists the kinds of faults, eight per line.
func faultNames() string {
	var b strings.Builder
	for part := range slices.Chunk(vlm.Faults(), 8) {
		b.WriteString(" ")
		for _, f := range part {
			b.WriteString(" " + string(f))
		}
		b.WriteString("\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// server makes the model that the flags ask for.
func (f *modelFlags) server() (*vlm.Server, error) {
	if err := cmp.Or(
		refuse(!(f.share >= 0 && f.share <= 1), "--faults", f.share, "0..1"),
		refuse(f.delay < 0, "--delay", f.delay, "0 or more"),
		refuse(f.wire != wireVertex && f.wire != wireOpenAI, "--wire", f.wire, "vertex or openai")); err != nil {
		return nil, err
	}
	plan := vlm.Plan{Share: f.share, Seed: f.seed}
	for _, k := range f.kinds {
		if !slices.Contains(vlm.Faults(), vlm.Fault(k)) {
			return nil, fault.Field("--kind", k, "a kind of fault").WithHint("`navsim help model` lists them")
		}
		plan.Kinds = append(plan.Kinds, vlm.Fault(k))
	}
	if len(f.kinds) > 0 && f.share == 0 {
		return nil, fault.New(fault.Invalid, "kinds of faults need a share").About("--faults", f.share).WithHint("--faults 1 makes every request go wrong")
	}
	return vlm.New(vlm.Options{Faults: plan, Delay: f.delay, Printed: f.print})
}

// run serves until the context ends.
func (f *modelFlags) run(ctx context.Context, out io.Writer) error {
	model, err := f.server()
	if err != nil {
		return err
	}
	if err := outfile.Check("--out", f.out); err != nil {
		return err
	}
	ln, err := listenLoopback(f.listen)
	if err != nil {
		return err
	}
	if err := f.announce(out, "http://"+ln.Addr().String()); err != nil {
		_ = ln.Close() // the first error counts
		return err
	}
	if err := serveModel(ctx, ln, model); err != nil {
		return fault.New(fault.Unavailable, "serve the model: %w", err)
	}
	return printAsked(out, model.Asked())
}

// announce writes the configuration with which navd uses the model to the file of --out,
// or in one write to standard output. The model must listen already.
func (f *modelFlags) announce(out io.Writer, url string) error {
	text := fmt.Sprintf("# %s\n", url)
	for _, role := range []string{"planner", "scene", "grounding"} {
		text += fmt.Sprintf("%s.chain = [%q, \"local\"]\n", role, f.wire)
	}
	if f.wire == wireOpenAI {
		text += fmt.Sprintf("models.openai.base_url = %q\nmodels.openai.model = \"simulated\"\n", url+"/v1")
	} else {
		text += fmt.Sprintf("models.vertex.endpoint = %q\nmodels.vertex.auth = \"none\"\n", url)
	}
	if f.out != "" {
		err := outfile.Write("--out", f.out, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
		if err != nil {
			return err
		}
		text = fmt.Sprintf("# %s, configuration in %q\n", url, f.out)
	}
	_, err := io.WriteString(out, text)
	return err
}

// listenLoopback listens on an address that only this machine can reach.
func listenLoopback(address string) (net.Listener, error) {
	bad := fault.Field("--listen", address, "a loopback address with a port, as in 127.0.0.1:0")
	at, err := netip.ParseAddrPort(address)
	if err != nil || !at.Addr().IsLoopback() {
		return nil, bad
	}
	ln, err := net.Listen("tcp", at.String())
	if err != nil {
		return nil, fault.New(fault.Unavailable, "listen: %w", err).About("--listen", address).WithHint("is the port taken? port 0 takes a free one")
	}
	return ln, nil
}

// serveModel answers requests until the context ends, and then ends those that hang.
func serveModel(ctx context.Context, ln net.Listener, model http.Handler) error {
	base, leave := context.WithCancel(context.WithoutCancel(ctx))
	defer leave()
	s := &http.Server{Handler: model, BaseContext: func(net.Listener) context.Context { return base }, ReadHeaderTimeout: 10 * time.Second}
	served := make(chan error, 1)
	go func() { served <- s.Serve(ln) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	leave()
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := s.Shutdown(late); err != nil {
		_ = s.Close() // ends the requests that still run
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// printAsked prints what a model was asked, as comments.
func printAsked(out io.Writer, a vlm.Asked) error {
	var b strings.Builder
	fmt.Fprintf(&b, "requests  %d, refused %d\ntokens    %d in the prompts, pictures %d\n", a.Requests, a.Refused, a.Tokens, a.Pictures)
	for _, name := range slices.Sorted(maps.Keys(a.Models)) {
		fmt.Fprintf(&b, "model     %s %d\n", name, a.Models[name])
	}
	total := 0
	for _, n := range a.Faults {
		total += n
	}
	fmt.Fprintf(&b, "faults    %d\n", total)
	for _, f := range vlm.Faults() {
		if n := a.Faults[f]; n > 0 {
			fmt.Fprintf(&b, "          %s %d\n", f, n)
		}
	}
	for line := range strings.Lines(b.String()) {
		if _, err := io.WriteString(out, "# "+line); err != nil {
			return err
		}
	}
	return nil
}

package lats

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
)

// world hides a goal, a path of digits 0 to 4. A node of a search stands for a
// path; its model proposes the next digit, and is right with some bias, and
// values a path with some noise.
type world struct {
	length      int
	bias, noise float64
	seed        uint64
	goal        string
}

// worldKinds are the seven worlds that were recorded.
var worldKinds = []world{
	{length: 2, bias: .35, noise: 1.5}, {length: 3, bias: .35, noise: 1.5}, {length: 4, bias: .35, noise: 1.5},
	{length: 3, bias: .15, noise: 1.5}, {length: 3, bias: .35, noise: 3}, {length: 4, bias: .5, noise: 1},
	{length: 5, bias: .4, noise: 1.5},
}

func (w world) seeded(seed uint64) world {
	w.seed = seed
	r := w.random("goal", 0)
	for range w.length {
		w.goal += strconv.Itoa(r.IntN(5))
	}
	return w
}

// random draws for one question to the model, whatever was asked before it.
func (w world) random(what string, times int) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprint(h, w.length, w.bias, w.noise, what, times)
	return rand.New(rand.NewPCG(w.seed, h.Sum64()))
}

func (w world) common(p string) int {
	k := 0
	for k < min(len(p), len(w.goal)) && p[k] == w.goal[k] {
		k++
	}
	return k
}

// sample proposes n steps from a path that was sampled n times before.
func (w world) sample(p string, n, times int) []Action {
	r := w.random("sample"+p, times)
	onWay := w.common(p) == len(p)
	actions := make([]Action, 0, n)
	for range n {
		b := r.IntN(5)
		switch {
		case onWay && len(p) == w.length && r.Float64() < w.bias, len(p) > 0 && r.Float64() < 0.12:
			actions = append(actions, Action{"finish", p})
			continue
		case onWay && len(p) < w.length && r.Float64() < w.bias:
			b = int(w.goal[len(p)] - '0')
		}
		actions = append(actions, Action{"search", p + strconv.Itoa(b)})
	}
	return actions
}

// value scores a path, 1 to 10.
func (w world) value(p string, times int) int {
	k, d := float64(w.common(p)), float64(len(p))
	v := 3 + 7*max(0, k-1.2*(d-k))/float64(w.length) + w.noise*w.random("value"+p, times).NormFloat64()
	if d > k {
		v -= 2
	}
	return int(min(max(math.Round(v), 1), 10))
}

// answer is what the world says to a ticket. Its state is the path.
func (w world) answer(s *Search) func(Ticket) Answer {
	return func(t Ticket) Answer {
		p := ""
		_ = json.Unmarshal(t.State, &p)
		a := Answer{}
		switch t.Kind {
		case Sample:
			for _, action := range w.sample(p, t.N, s.nodes[t.Node].Expansions) {
				a.Texts = append(a.Texts, "On.\nAction 1: "+action.String())
			}
		case Evaluate:
			a.Texts = []string{fmt.Sprintf("Thus the correctness score is %d", w.value(p, 0))}
		case Observe:
			a.Observation = "At " + t.Action.Param
			a.State, _ = json.Marshal(t.Action.Param)
			if t.Action.Type == "finish" {
				a.Done = true
				if t.Action.Param == w.goal {
					a.Reward = 1
				}
			}
		}
		return a
	}
}

// explore tells whether a search with n calls finds the goal.
func (w world) explore(t testing.TB, o Options, calls int) bool {
	o.Question, o.Actions, o.State = "Where is the goal?", actionsOf("search", "finish"), json.RawMessage(`""`)
	o.Budget = Budget{Calls: calls, Nodes: 5000, Depth: 7}
	s := begun(t, o)
	drive(t, s, w.answer(s))
	r := s.Result()
	if r.Spent.Calls > calls {
		t.Fatalf("%d calls were made, %d were allowed", r.Spent.Calls, calls)
	}
	return r.Verified
}

// rules are what a row of the comparison is measured with.
type rules struct {
	name string
	find func(t testing.TB, w world, calls int) bool
}

func with(change func(*Options)) func(testing.TB, world, int) bool {
	return func(t testing.TB, w world, calls int) bool {
		var o Options
		change(&o)
		return w.explore(t, o, calls)
	}
}

var (
	recorded = rules{"recorded", func(_ testing.TB, w world, calls int) bool { return (&former{world: w, left: calls}).search() }}
	ours     = rules{"navd", with(func(*Options) {})}
)

// TestWorlds holds the rates of success in the recorded worlds to their bar,
// and to be above those of the recorded rules on the same worlds.
func TestWorlds(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long, and one goroutine")
	}
	seeds := 15
	if os.Getenv("NAVD_TEST_LONG") != "" {
		seeds = 100
	}
	tried := []rules{recorded, ours}
	if seeds == 100 {
		tried = append(tried,
			rules{"score with c = 0.5", with(func(o *Options) { o.C = 0.5 })},
			rules{"power 4", with(func(o *Options) { o.Power = 4 })},
			rules{"power 16", with(func(o *Options) { o.Power = 16 })},
			rules{"progress", with(func(o *Options) { o.Progress = true })},
			rules{"progress, c = 0.5", with(func(o *Options) { o.Progress, o.C = true, 0.5 })},
		)
	}
	for calls, bar := range map[int]float64{100: .75, 200: .79, 400: .83} {
		found := map[string][]float64{}
		for _, r := range tried {
			for _, kind := range worldKinds {
				for seed := range seeds {
					found[r.name] = append(found[r.name], flag(r.find(t, kind.seeded(uint64(seed)), calls)))
				}
			}
		}
		for _, r := range tried {
			low, high := paired(found[r.name], found["recorded"])
			t.Logf("%d calls: %-20s %.3f, over the recorded rules %+.3f to %+.3f", calls, r.name, mean(found[r.name]), low, high)
			if base := found["score with c = 0.5"]; base != nil {
				low, high = paired(found[r.name], base)
				t.Logf("%48s over c = 0.5 %+.3f to %+.3f", "", low, high)
			}
		}
		if got := mean(found["navd"]); got < bar {
			t.Errorf("%d calls: %.3f of the goals are found, want %.2f", calls, got, bar)
		}
		if low, _ := paired(found["navd"], found["recorded"]); seeds == 100 && calls <= 200 && low <= 0 {
			t.Errorf("%d calls: not clear of the recorded rules: %+.3f at least", calls, low)
		}
	}
}

func flag(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// paired gives the 95 % interval of the mean difference of pairs, by bootstrap.
func paired(a, b []float64) (low, high float64) {
	r := rand.New(rand.NewPCG(1, 2))
	means := make([]float64, 2000)
	for i := range means {
		for range a {
			k := r.IntN(len(a))
			means[i] += (a[k] - b[k]) / float64(len(a))
		}
	}
	slices.Sort(means)
	return means[50], means[1949]
}

// former searches by the recorded rules: it expands the chosen node, goes on
// from its best child with samples that are thrown away, at most four deep, and
// removes branches that failed.
type former struct {
	world
	left   int // calls
	times  map[string]int
	valued map[string]int
}

type formerNode struct {
	path     string
	depth    int
	parent   *formerNode
	children []*formerNode
	n        int
	value    float64
	terminal bool
	reward   float64
}

func (f *former) search() bool {
	f.times, f.valued = map[string]int{}, map[string]int{}
	root := &formerNode{}
	for range 1000 {
		node := f.choose(root)
		for node != nil && node.depth >= 7 {
			node.terminal = true
			node = f.choose(root)
		}
		if node == nil {
			return false // it would choose for ever
		}
		if node.terminal {
			return true
		}
		node.children = f.grow(node)
		f.value(node.children)
		solved := slices.ContainsFunc(node.children, func(c *formerNode) bool { return c.reward == 1 })
		if f.left < 0 {
			return solved
		}
		if len(node.children) == 0 {
			continue
		}
		leaf, reward := f.rollout(top(node.children))
		if solved || leaf.reward == 1 {
			return true
		}
		if f.left < 0 {
			return false
		}
		for n := leaf; n != nil; n = n.parent {
			n.n++
			r := reward
			if n.terminal && n.reward == 0 {
				r = -1
			}
			n.value = (n.value*float64(n.n-1) + r) / float64(n.n)
		}
	}
	return false
}

func (f *former) choose(n *formerNode) *formerNode {
	for n != nil && len(n.children) > 0 {
		var best *formerNode
		score := math.Inf(-1)
		for _, c := range n.children {
			switch {
			case c.terminal && c.reward == 1:
				return c
			case c.terminal:
				continue
			}
			s := c.value
			if c.n > 0 {
				s = c.value/float64(c.n) + math.Sqrt(2*math.Log(float64(n.n))/float64(c.n))
			}
			if s > score {
				best, score = c, s
			}
		}
		if best != nil {
			n = best
			continue
		}
		if n.parent == nil {
			return nil
		}
		n.parent.children = slices.DeleteFunc(n.parent.children, func(c *formerNode) bool { return c == n })
		n = n.parent
	}
	return n
}

func (f *former) grow(n *formerNode) []*formerNode {
	if f.left -= 5; f.left < 0 {
		return nil
	}
	f.times[n.path]++
	var children []*formerNode
	seen := map[Action]bool{}
	for _, a := range f.sample(n.path, 5, f.times[n.path]-1) {
		if seen[a] {
			continue
		}
		seen[a] = true
		c := &formerNode{path: a.Param, depth: n.depth + 1, parent: n, terminal: a.Type == "finish"}
		c.reward = flag(c.terminal && a.Param == f.goal)
		children = append(children, c)
	}
	return children
}

// value scores the children that are not terminal, and writes the scores to the
// children by their place, so that those behind a terminal one get another's.
func (f *former) value(children []*formerNode) {
	var scores []float64
	for _, c := range children {
		if c.terminal {
			continue
		}
		scores = append(scores, f.score(c.path))
	}
	for i, c := range children {
		c.value = 0
		if i < len(scores) {
			c.value = scores[i]
		}
	}
}

// score values a path, anew each time.
func (f *former) score(path string) float64 {
	f.left--
	f.valued[path]++
	return float64(f.world.value(path, f.valued[path]-1)) / 10
}

func (f *former) rollout(n *formerNode) (*formerNode, float64) {
	reward := 0.0
	for depth := n.depth; !n.terminal && depth < 4 && f.left >= 0; depth++ {
		children := f.grow(n)
		if f.left < 0 {
			return n, 0
		}
		for _, c := range children {
			if c.terminal {
				return c, c.reward
			}
		}
		for _, c := range children {
			c.value = f.score(c.path)
		}
		n, reward = top(children), 0
		if depth == 3 {
			reward = -1
		}
	}
	return n, reward
}

func top(children []*formerNode) *formerNode {
	best := children[0]
	for _, c := range children {
		if c.value > best.value {
			best = c
		}
	}
	return best
}

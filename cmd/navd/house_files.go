package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"navd/daemon/draw"
	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/words"
	"navd/ipc"
)

func (a *app) houseExportCmd() *cobra.Command {
	var p ipc.HouseExportParams
	var out string
	cmd := &cobra.Command{
		Use: "export HOUSE", Short: "Write a house as one JSON document, or its ways for Nav2",
		Long: "Write a house as one JSON document, which `navd house import` takes in elsewhere. --format nav2 writes its ways as\n" +
			"GeoJSON for the Route Server of Nav2: a Point for each walked point, a MultiLineString for each direction of a way, in\n" +
			"the frame \"map\". That must be the frame of the house, so begin the episodes with poses of the robot in Nav2's map.\n\n" +
			"It goes to standard output unless -o names a file.",
		Example: "  navd house export mill -o mill.json\n  navd house export mill --format nav2 -o graph.geojson",
		RunE: func(cmd *cobra.Command, args []string) error {
			p.House = args[0]
			return a.dialled(func(c connection) error {
				r, err := ipc.HouseExport.Call(cmd.Context(), c, p)
				if err != nil {
					return err
				}
				if file, err := a.writeFile(out, text(string(r.Document)+"\n")); err != nil || !file {
					return err
				}
				return a.show(map[string]any{"house": r.House, "version": r.Version, "file": out}, func() error {
					return a.say("version %d of %s in %s\n", r.Version, plain(r.House), plain(out))
				})
			})
		},
	}
	versionFlags(cmd, &p.HouseParams)
	cmd.Flags().StringVar(&p.Format, "format", "navd", "navd, or nav2 for the Route Server of Nav2")
	cmd.Flags().StringVarP(&out, "out", "o", "", "file to write, - for standard output")
	return cmd
}

func (a *app) houseImportCmd() *cobra.Command {
	var p ipc.HouseImportParams
	cmd := &cobra.Command{
		Use: "import FILE", Short: "Import a house that was exported",
		Long: "Import a house that `navd house export` wrote; - reads standard input. There must be no house of this name yet; --house\ngives it another name.",
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := readWhole(cmd.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			if !json.Valid(text) {
				return fault.New(fault.Invalid, "the file is not JSON").About("FILE", args[0]).WithHint("give a file that `navd house export` wrote")
			}
			p.Document = text
			return answer(cmd.Context(), a, ipc.HouseImport.With(p), func(h ipc.HouseHead) error {
				return a.say("house %s, version %d of %s, %s\n", plain(h.House), h.Version, words.Count(h.Episodes, "episode"), words.Count(h.Counts.Things, "thing"))
			})
		},
	}
	cmd.Flags().StringVar(&p.House, "house", "", "name to give it, default the name in the file")
	return cmd
}

func (a *app) whereCmd() *cobra.Command {
	var p ipc.HouseWhereParams
	var from string
	cmd := &cobra.Command{
		Use: "where WHAT --house HOUSE", Short: "Say where something was last seen in a house, and the way there",
		Long: "Say where something was last seen in a house: when, how often, and how likely it is still there. With --episode or\n" +
			"--from also how far it is and through which rooms. A thing may be named in English or Korean, in which the answer is too, a room by the\n" +
			"name that you gave it (\"this is Anna's room\").",
		Example: "  navd where sofa --house mill\n  navd where \"where did you last see my keys?\" --house mill --episode E\n  navd where 냉장고 --house mill --from 0,0",
		RunE: func(cmd *cobra.Command, args []string) error {
			p.What = args[0]
			if p.House == "" {
				return misused("where needs --house: navd %s", cmd.Use)
			}
			if from != "" {
				s, err := spotOf(from)
				if err != nil {
					return err
				}
				p.From = s
			}
			return answer(cmd.Context(), a, ipc.HouseWhere.With(p), func(r ipc.HouseWhereResult) error {
				return a.say("%s\n", plain(r.Text))
			})
		},
	}
	versionFlags(cmd, &p.HouseParams)
	cmd.Flags().StringVar(&p.House, "house", "", "house to look in")
	cmd.Flags().StringVar(&p.Episode, "episode", "", "begin the way where the robot of this open episode is")
	cmd.Flags().StringVar(&from, "from", "", "begin the way here: `X,Y` in metres, or the number of a place")
	cmd.Flags().IntVar(&p.Limit, "limit", 5, "at most this many places, 1 to 50")
	return cmd
}

// spotOf reads a point or the number of a place.
func spotOf(text string) (*ipc.HouseSpot, error) {
	bad := fault.Field("--from", text, "X,Y in metres, or the number of a place")
	left, right, point := strings.Cut(text, ",")
	if !point {
		place, err := strconv.Atoi(text)
		if err != nil || place < 1 {
			return nil, bad
		}
		return &ipc.HouseSpot{Place: place}, nil
	}
	x, badX := strconv.ParseFloat(strings.TrimSpace(left), 64)
	y, badY := strconv.ParseFloat(strings.TrimSpace(right), 64)
	if badX != nil || badY != nil {
		return nil, bad
	}
	return &ipc.HouseSpot{X: &x, Y: &y}, nil
}

// readHouse reads a kept house, and the daemon's half-lives of things.
func readHouse(ctx context.Context, c ipc.Caller, id string) (*house.House, house.Lives, error) {
	r, err := ipc.HouseExport.Call(ctx, c, ipc.HouseExportParams{HouseParams: ipc.HouseParams{House: id}})
	if err != nil {
		return nil, nil, err
	}
	h, err := house.Parse(r.Document)
	if err != nil {
		return nil, nil, err
	}
	cfg, err := ipc.NavdConfig.Call(ctx, c, ipc.None{})
	if err != nil {
		return nil, nil, err
	}
	var lines []string
	if err := json.Unmarshal([]byte(cmp.Or(cfg.Settings["house.half_lives"], "[]")), &lines); err != nil {
		return nil, nil, fault.New(fault.Internal, "the daemon's house.half_lives cannot be read: %w", err)
	}
	lives, err := house.ParseLives(lines)
	return h, lives, err
}

// houseMap draws a kept house.
func houseMap(ctx context.Context, c ipc.Caller, id string, detail bool) ([]byte, error) {
	h, lives, err := readHouse(ctx, c, id)
	if err != nil {
		return nil, err
	}
	about := fmt.Sprintf("version %d of %s", h.Version, words.Count(h.Merged, "episode"))
	if !h.Changed.IsZero() {
		about += ", last seen " + when(h.Changed)
	}
	kept, err := ipc.HouseGet.Call(ctx, c, ipc.HouseGetParams{HouseParams: ipc.HouseParams{House: id}, Limit: 1})
	if err != nil {
		return nil, err
	}
	names := map[int]string{}
	for _, n := range kept.Names {
		names[n.Place] = cmp.Or(names[n.Place], n.Name)
	}
	return draw.House(draw.HouseData{Title: h.ID, Subtitle: about, House: h, Names: names, Now: time.Now(), Lives: lives, Detail: detail}), nil
}

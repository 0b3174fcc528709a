package mcp

import (
	"context"
	"encoding/base64"
	"mime"
	"path"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"navd/daemon/fault"
	"navd/ipc"
)

const (
	skillScheme = "skill://"
	rulesAt     = "navd://rules/"
	mapsAt      = "navd://maps/"
	manualName  = "SKILL.md"

	typeSkill = "text/markdown"
	typeText  = "text/plain"
	typeRule  = "application/xml"
	typeMap   = "image/svg+xml"
)

// addResources adds the templates of addresses, and the list of resources.
func (s *Server) addResources() {
	for _, t := range []struct {
		sdk.ResourceTemplate
		read func(context.Context, ipc.Caller, string) ([]*sdk.ResourceContents, error)
	}{
		{sdk.ResourceTemplate{URITemplate: skillScheme + "{name}/{+file}", Name: "skill", Description: "A file of a skill: SKILL.md, or one beside it"}, skillFile},
		{sdk.ResourceTemplate{URITemplate: rulesAt + "{id}", Name: "rule", Description: "A rule as a table, and as DMN"}, rule},
		{sdk.ResourceTemplate{URITemplate: mapsAt + "{episode}", Name: "map", Description: "The map of an episode", MIMEType: typeMap}, s.draw},
	} {
		s.sdk.AddResourceTemplate(&t.ResourceTemplate, func(ctx context.Context, r *sdk.ReadResourceRequest) (result *sdk.ReadResourceResult, _ error) {
			err := s.dialled(func(c Conn) error {
				contents, err := t.read(ctx, c, r.Params.URI)
				result = &sdk.ReadResourceResult{Contents: contents}
				return err
			})
			if err != nil {
				return nil, wireError(err)
			}
			return result, nil
		})
	}
	s.sdk.AddReceivingMiddleware(func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
			if method != "resources/list" {
				return next(ctx, method, r)
			}
			cursor := ""
			if p, is := r.GetParams().(*sdk.ListResourcesParams); is && p != nil {
				cursor = p.Cursor
			}
			result := &sdk.ListResourcesResult{Resources: []*sdk.Resource{}, Cacheable: sdk.Cacheable{CacheScope: private}}
			err := s.dialled(func(c Conn) (err error) {
				result.Resources, result.NextCursor, err = list(ctx, c, cursor)
				return err
			})
			if err != nil {
				return nil, wireError(err)
			}
			return result, nil
		}
	})
}

// wireError is an error in the form of the protocol.
func wireError(err error) error {
	return &jsonrpc.Error{Code: int64(ipc.Code(fault.As(err).Kind)), Message: errorText(err)}
}

// list gives a page of the resources: skills, then rules, then the maps of episodes. A
// cursor names one of the three, followed by the daemon's own cursor.
func list(ctx context.Context, c ipc.Caller, cursor string) (all []*sdk.Resource, next string, err error) {
	which, at, _ := strings.Cut(cursor, " ")
	after := ""
	switch which {
	case "", "skill", "rule":
		kind := "skill"
		if after = "rule"; which == "rule" {
			kind, after = "rule", "map"
		}
		r, err := ipc.KnowledgeList.Call(ctx, c, ipc.KnowledgeListParams{Kind: kind, Status: "active", Cursor: at})
		if err != nil {
			return nil, "", err
		}
		for _, i := range r.Items {
			one := &sdk.Resource{URI: rulesAt + i.ID, Name: i.Ref(), Description: clip(i.Body.Title(), maxText), MIMEType: typeRule}
			if g := i.Body.Skill; g != nil {
				one.URI, one.Name, one.Description, one.MIMEType = skillScheme+g.Name+"/"+manualName, g.Name, clip(g.Description, maxText), typeSkill
			}
			all = append(all, one)
		}
		if r.Cursor != "" {
			after = kind + " " + r.Cursor
		}
	case "map":
		r, err := ipc.EpisodeList.Call(ctx, c, ipc.EpisodeListParams{Cursor: at})
		if err != nil {
			return nil, "", err
		}
		for _, e := range r.Episodes {
			all = append(all, &sdk.Resource{URI: mapsAt + e.ID, Name: e.ID, Description: clip("map of the search for "+e.Goal, maxText), MIMEType: typeMap})
		}
		if r.Cursor != "" {
			after = "map " + r.Cursor
		}
	default:
		return nil, "", fault.Field("cursor", cursor, "the cursor of the previous answer")
	}
	return append([]*sdk.Resource{}, all...), after, nil
}

func skillFile(ctx context.Context, c ipc.Caller, uri string) ([]*sdk.ResourceContents, error) {
	name, file, _ := strings.Cut(strings.TrimPrefix(uri, skillScheme), "/")
	i, err := skillNamed(ctx, c, name)
	if err != nil {
		return nil, err
	}
	files, err := ipc.KnowledgeExport.Call(ctx, c, ipc.KnowledgeExportParams{ID: i.ID, Version: i.Version})
	if err != nil {
		return nil, err
	}
	f, err := fileOf(files.Files, file)
	if err != nil {
		return nil, err
	}
	kind := mime.TypeByExtension(path.Ext(f.Path))
	if path.Ext(f.Path) == ".md" {
		kind = typeSkill
	}
	if !f.Base64 {
		if kind == "" {
			kind = typeText
		}
		return []*sdk.ResourceContents{{MIMEType: kind, Text: f.Content}}, nil
	}
	data, err := base64.StdEncoding.DecodeString(f.Content)
	return []*sdk.ResourceContents{{MIMEType: kind, Blob: data}}, err
}

func rule(ctx context.Context, c ipc.Caller, uri string) ([]*sdk.ResourceContents, error) {
	i, err := ipc.KnowledgeGet.Call(ctx, c, ipc.ItemParams{ID: strings.TrimPrefix(uri, rulesAt)})
	if err != nil {
		return nil, err
	}
	if i.Body.Rule == nil {
		return nil, fault.New(fault.NotFound, "%s is a %s, not a rule", i.ID, i.Kind).About("id", i.ID).WithHint("resources/list lists the rules in use")
	}
	xml, err := ipc.KnowledgeExport.Call(ctx, c, ipc.KnowledgeExportParams{ID: i.ID, Version: i.Version})
	if err != nil {
		return nil, err
	}
	return []*sdk.ResourceContents{{MIMEType: typeText, Text: i.Ref() + " is " + string(i.Status) + "\n" + i.Body.Render()}, {MIMEType: typeRule, Text: xml.Content}}, nil
}

func (s *Server) draw(ctx context.Context, c ipc.Caller, uri string) ([]*sdk.ResourceContents, error) {
	svg, err := s.Map(ctx, c, strings.TrimPrefix(uri, mapsAt))
	return []*sdk.ResourceContents{{MIMEType: typeMap, Text: string(svg)}}, err
}

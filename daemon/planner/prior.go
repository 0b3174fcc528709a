package planner

import (
	"strings"

	"navd/daemon/words"
)

// unknownPrior is the prior of a target or a room type that is not in the table.
const unknownPrior = 0.3

// priors is general knowledge: how likely a thing is in a room of a type, 0..1.
// Columns: kitchen, living room, bedroom, bathroom, corridor. It was written
// from common sense about homes, before any house was looked at.
var priors = map[words.Key][5]float64{
	"alarm clock":     {.05, .15, .90, .02, .02},
	"apple":           {.95, .25, .05, .00, .02},
	"armchair":        {.05, .90, .40, .00, .08},
	"baseball bat":    {.02, .30, .65, .00, .15},
	"basketball":      {.02, .35, .60, .00, .15},
	"bathtub":         {.00, .00, .02, .98, .00},
	"bed":             {.00, .08, .98, .00, .00},
	"book":            {.15, .70, .70, .03, .08},
	"bookshelf":       {.03, .70, .55, .00, .15},
	"bottle":          {.85, .30, .10, .25, .02},
	"bowl":            {.90, .45, .08, .02, .02},
	"box":             {.20, .60, .50, .03, .15},
	"bread":           {.95, .10, .01, .00, .00},
	"cabinet":         {.85, .30, .20, .45, .10},
	"candle":          {.15, .40, .20, .60, .02},
	"cart":            {.40, .20, .10, .35, .05},
	"cell phone":      {.25, .55, .70, .03, .03},
	"chair":           {.75, .65, .50, .02, .10},
	"clothes":         {.02, .10, .75, .25, .05},
	"coffee machine":  {.95, .10, .02, .00, .00},
	"coffee table":    {.05, .92, .08, .00, .02},
	"counter":         {.95, .05, .01, .40, .00},
	"credit card":     {.20, .55, .60, .01, .05},
	"cup":             {.90, .35, .20, .10, .01},
	"cushion":         {.02, .85, .55, .00, .03},
	"desk":            {.05, .40, .80, .00, .05},
	"desk lamp":       {.05, .50, .75, .00, .05},
	"desktop":         {.02, .35, .75, .00, .02},
	"dining table":    {.70, .60, .03, .00, .02},
	"dog bed":         {.10, .60, .45, .02, .10},
	"dresser":         {.02, .25, .90, .03, .08},
	"egg":             {.97, .02, .00, .00, .00},
	"faucet":          {.80, .00, .00, .90, .00},
	"floor lamp":      {.05, .80, .55, .01, .15},
	"footstool":       {.05, .65, .50, .05, .05},
	"fork":            {.95, .20, .01, .00, .00},
	"fridge":          {.98, .03, .00, .00, .00},
	"garbage can":     {.75, .30, .30, .65, .10},
	"keyboard":        {.05, .40, .70, .00, .01},
	"keychain":        {.20, .60, .45, .01, .15},
	"kettle":          {.95, .05, .01, .00, .00},
	"knife":           {.97, .10, .01, .00, .00},
	"lamp":            {.08, .70, .75, .02, .12},
	"laptop":          {.15, .70, .75, .01, .03},
	"laundry hamper":  {.03, .05, .55, .60, .05},
	"lettuce":         {.97, .05, .00, .00, .00},
	"microwave":       {.97, .03, .00, .00, .00},
	"mirror":          {.01, .20, .55, .85, .20},
	"mug":             {.90, .35, .25, .02, .01},
	"newspaper":       {.15, .75, .25, .10, .05},
	"nightstand":      {.00, .08, .92, .00, .01},
	"oven":            {.98, .01, .00, .00, .00},
	"pan":             {.98, .02, .00, .00, .00},
	"pen":             {.20, .55, .70, .00, .05},
	"pencil":          {.20, .55, .70, .00, .05},
	"picture":         {.30, .75, .65, .15, .40},
	"pillow":          {.00, .50, .95, .00, .00},
	"plant":           {.35, .75, .45, .15, .30},
	"plate":           {.92, .30, .03, .00, .00},
	"plunger":         {.01, .00, .01, .95, .01},
	"pot":             {.98, .02, .00, .00, .00},
	"potato":          {.96, .05, .00, .00, .00},
	"remote control":  {.02, .90, .35, .00, .01},
	"safe":            {.10, .30, .60, .01, .05},
	"shelf":           {.40, .55, .45, .30, .10},
	"shelving unit":   {.45, .50, .40, .20, .12},
	"shower":          {.00, .00, .02, .98, .00},
	"side table":      {.15, .65, .65, .03, .15},
	"sink":            {.85, .00, .00, .92, .00},
	"soap bar":        {.15, .00, .01, .95, .00},
	"soap bottle":     {.55, .02, .02, .85, .00},
	"sofa":            {.03, .95, .15, .00, .03},
	"spatula":         {.97, .02, .00, .00, .00},
	"spoon":           {.96, .15, .01, .00, .00},
	"spray bottle":    {.40, .15, .15, .75, .05},
	"statue":          {.15, .75, .35, .05, .15},
	"stool":           {.65, .35, .20, .05, .05},
	"stove":           {.98, .01, .00, .00, .00},
	"table":           {.60, .65, .25, .02, .10},
	"teddy bear":      {.00, .20, .90, .00, .01},
	"television":      {.08, .92, .50, .01, .02},
	"tennis racket":   {.01, .25, .70, .00, .15},
	"tissue box":      {.10, .45, .45, .65, .02},
	"toaster":         {.97, .03, .00, .00, .00},
	"toilet":          {.00, .00, .01, .99, .00},
	"toilet paper":    {.02, .00, .01, .97, .00},
	"tomato":          {.96, .05, .00, .00, .00},
	"towel":           {.15, .01, .10, .92, .01},
	"tv stand":        {.02, .92, .35, .00, .02},
	"vacuum cleaner":  {.20, .35, .30, .15, .35},
	"vase":            {.35, .75, .35, .08, .15},
	"wardrobe":        {.00, .08, .92, .01, .10},
	"washing machine": {.35, .01, .01, .55, .03},
	"watch":           {.05, .45, .75, .10, .03},
	"watering can":    {.30, .45, .15, .15, .10},
	"wine bottle":     {.85, .40, .02, .00, .00},
}

// columns has the column of each room type; similar types share one.
var columns = map[words.Key]int{
	"kitchen": 0, "pantry": 0,
	"living room": 1, "lounge": 1, "family room": 1, "tv room": 1, "library": 1,
	"bedroom": 2, "master bedroom": 2, "guest room": 2, "kids room": 2, "nursery": 2,
	"bathroom": 3, "corridor": 4, "entrance": 4, "stairs": 4, "lobby": 4,
}

// Prior returns how likely a target is in a room of a type by general knowledge, 0..1; 0.3
// when either is unknown. Both are keys of package words. Corridors are recognised by
// IsCorridor; a dining room counts as the likelier of kitchen and living room, an office or a
// study as a bedroom without a bed.
func Prior(target, room words.Key) float64 {
	row, ok := priors[target]
	if !ok || room.Unknown() {
		return unknownPrior
	}
	if col, ok := columns[room]; ok {
		return row[col]
	}
	switch {
	case room.IsCorridor():
		return row[4]
	case room == "dining room":
		return max(row[0], row[1])
	case (room == "office" || room == "study") && target != "bed":
		return row[2]
	case strings.HasSuffix(string(room), "bathroom"):
		return row[3]
	case strings.HasSuffix(string(room), "bedroom"):
		return row[2]
	}
	return unknownPrior
}

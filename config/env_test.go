package config_test

import (
	"strings"
	"testing"
)

// TestTextProblems: the same for the environment and for flags.
func TestTextProblems(t *testing.T) {
	tests := []struct {
		name  string
		env   string
		flags map[string]string
		want  string
	}{
		{"env not a number", "NAVD_NAV_FORWARD_M=far", nil, `nav.forward_m: wrong type, given "far", allowed number 0.01..10 m (NAVD_NAV_FORWARD_M: correct it or leave it out)`},
		{"env NaN", "NAVD_NAV_FORWARD_M=NaN", nil, `nav.forward_m: out of range, given NaN, allowed 0.01..10 m (NAVD_NAV_FORWARD_M: correct it or leave it out)`},
		{"env infinite", "NAVD_NAV_FORWARD_M=1e999", nil, `nav.forward_m: out of range, given +Inf, allowed 0.01..10 m (NAVD_NAV_FORWARD_M: correct it or leave it out)`},
		{"env too long for 64 bits", "NAVD_NAV_QUEUE_SIZE=99999999999999999999", nil, `nav.queue_size: out of range, given 1e+20, allowed 1..100 records (NAVD_NAV_QUEUE_SIZE: correct it or leave it out)`},
		{"env list with text", "NAVD_SOCKET_ALLOW_UIDS=1,x", nil, `socket.allow_uids: wrong type, given "1,x", allowed a list of integers, 0..4294967294, each once (NAVD_SOCKET_ALLOW_UIDS: correct it or leave it out)`},
		{"env list with a gap", "NAVD_NAV_PLAN_TRIGGERS=stuck,,ababa", nil, `nav.plan_triggers[1]: not allowed, given "", allowed episode_start, stop_without_goal, stuck, ababa (NAVD_NAV_PLAN_TRIGGERS: correct it or leave it out)`},
		{"env switch", "NAVD_LOG_LOG_PROMPTS=on", nil, `log.log_prompts: wrong type, given "on", allowed true or false (NAVD_LOG_LOG_PROMPTS: correct it or leave it out)`},
		{"env not UTF-8", "NAVD_LOG_FILE=/a\xff", nil, `log.file: not allowed, given "/a\xff", allowed a path (~ is not expanded) (NAVD_LOG_FILE: correct it or leave it out)`},
		{"env misspelt", "NAVD_DATADIR=/d", nil, `NAVD_DATADIR: unknown variable (environment: did you mean NAVD_DATA_DIR?)`},
		{"env long form of the socket", "NAVD_SOCKET_PATH=/s", nil, `NAVD_SOCKET_PATH: unknown variable (environment: did you mean NAVD_SOCKET?)`},
		{"env without the table", "NAVD_FORWARD_M=1", nil, `NAVD_FORWARD_M: unknown variable (environment: did you mean NAVD_NAV_FORWARD_M?)`},
		{"env unknown though empty", "NAVD_WEATHER=", nil, `NAVD_WEATHER: unknown variable (environment)`},
		{"env misspelt file", "NAVD_CONFG=/f", nil, `NAVD_CONFG: unknown variable (environment: did you mean NAVD_CONFIG?)`},
		{"flag value", "", map[string]string{"planner.deadline_ms": "8s"}, `planner.deadline_ms: wrong type, given "8s", allowed integer 1..600000 ms (--planner-deadline-ms: correct it or leave it out)`},
		{"flag empty number", "", map[string]string{"nav.forward_m": ""}, `nav.forward_m: wrong type, given "", allowed number 0.01..10 m (--nav-forward-m: correct it or leave it out)`},
		{"variable that never did anything", "NAVD_PLANNER_BUDGET_SKILLS=1", nil, `NAVD_PLANNER_BUDGET_SKILLS: this setting was removed, and never had an effect (environment: remove it; planner.budget.context and grounding.budget divide the prompt)`},
		{"flag unknown", "", map[string]string{"nav.foward_m": "1"}, `nav.foward_m: unknown key (flags: did you mean nav.forward_m?)`},
		{"socket too long", "NAVD_SOCKET=/" + strings.Repeat("x", 107), nil, `socket.path: 108 bytes are too long for a socket, given "/` + strings.Repeat("x", 79) + `…", allowed at most 107 bytes (NAVD_SOCKET: set NAVD_SOCKET or --socket to a shorter path)`},
		{"default socket too long", "TMPDIR=/" + strings.Repeat("y", 100), nil, `socket.path: 121 bytes are too long for a socket, given "/` + strings.Repeat("y", 79) + `…", allowed at most 107 bytes (default: set NAVD_SOCKET or --socket to a shorter path)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, dir, err := load(t, "", splitEnv(tt.env), tt.flags)
			wantMessage(t, err, dir, tt.want)
		})
	}
}

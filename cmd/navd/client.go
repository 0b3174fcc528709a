package main

import (
	"github.com/spf13/cobra"

	"navd/ipc/python"
)

// clientCmd holds the clients for controllers in other languages.
func (a *app) clientCmd() *cobra.Command {
	return group(&cobra.Command{
		Use:   "client",
		Short: "Print a client for controllers in another language",
	}, a.clientPythonCmd())
}

func (a *app) clientPythonCmd() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "python",
		Short: "Print navd_client.py, the client for Python controllers",
		Long: "Print navd_client.py: one file for Python 3.9 and later that needs nothing but the standard library.\n" +
			"Keep it beside the controller and change one import:\n\n" +
			"  from navd_client import gptv_response, gpt_response\n\n" +
			"After env = habitat.Env(...), attach(env) reports every step and episode. No daemon is needed to print it.",
		Example: "  navd client python > navd_client.py\n  navd client python --out llm_utils/navd_client.py",
		RunE:    func(*cobra.Command, []string) error { return a.writeOut(out, text(python.Client())) },
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "`FILE` to write instead of standard output, whole or not at all")
	return cmd
}

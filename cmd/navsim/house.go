package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"navd/cmd/navsim/world"
)

// houseCmd prints a generated house in ProcTHOR format.
func houseCmd() *cobra.Command {
	var seed uint64
	var plan world.Plan
	cmd := &cobra.Command{
		Use: "house", Short: "Print a generated house in ProcTHOR format",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := refuse(plan.Rooms != 0 && (plan.Rooms < 3 || plan.Rooms > 8), "--rooms", plan.Rooms, "3..8, or 0 for a random number"); err != nil {
				return err
			}
			if err := plan.Generate(seed).Encode(cmd.OutOrStdout()); err != nil {
				return fmt.Errorf("print the house: %w", err)
			}
			return nil
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the house")
	addLarge(cmd, &plan)
	cmd.Flags().IntVar(&plan.Rooms, "rooms", 0, "number of rooms, 3 to 8; 0 is a random number")
	return cmd
}

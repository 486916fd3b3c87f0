// Loads compose files as docker compose does, with the variables of the environment, and prints the project as JSON.
// Used where the plugin "docker compose" is not installed: go run . FILE...
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	project, err := load(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Stdout.Write(project)
}

func load(files []string) ([]byte, error) {
	options, err := cli.NewProjectOptions(files, cli.WithOsEnv)
	if err != nil {
		return nil, err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return nil, err
	}
	return project.MarshalJSON()
}

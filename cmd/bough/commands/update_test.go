package commands

import "flag"

var update = flag.Bool("update", false, "rewrite what the scripts expect")

package arena

import "github.com/bough-dev/bough/internal/lang"

var tr = lang.New(func() map[string]string {
	return map[string]string{}
})

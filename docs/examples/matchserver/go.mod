module github.com/bough-dev/bough/docs/examples/matchserver

go 1.26.0

require (
	github.com/bough-dev/bough v0.0.0
	github.com/coder/websocket v1.8.15
)

require (
	github.com/fsnotify/fsnotify v1.10.1 // indirect
	golang.org/x/sys v0.45.0 // indirect
	golang.org/x/text v0.36.0 // indirect
)

replace github.com/bough-dev/bough => ../../..

module github.com/bough-dev/bough/docs/examples/nakama

go 1.26.0

require (
	github.com/bough-dev/bough v0.0.0
	github.com/heroiclabs/nakama-common v1.44.2
)

require (
	github.com/fsnotify/fsnotify v1.10.1 // indirect
	golang.org/x/sys v0.45.0 // indirect
	golang.org/x/text v0.36.0 // indirect
	google.golang.org/protobuf v1.36.11 // indirect
)

replace github.com/bough-dev/bough => ../../..

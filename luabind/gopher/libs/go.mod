module github.com/bough-dev/bough/luabind/gopher/libs

go 1.26.0

require (
	github.com/bough-dev/bough v0.0.0
	github.com/vadv/gopher-lua-libs v0.4.0
	github.com/yuin/gopher-lua v1.1.2
	layeh.com/gopher-json v0.0.0-20190114024228-97fed8db8427
)

require (
	github.com/fsnotify/fsnotify v1.10.1 // indirect
	golang.org/x/sys v0.45.0 // indirect
	golang.org/x/text v0.36.0 // indirect
)

replace github.com/bough-dev/bough => ../../..

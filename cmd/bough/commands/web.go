package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/bough-dev/bough/cmd/bough/internal/webkey"
	"github.com/spf13/cobra"
)

// webFlag implements the flag --web.
type webFlag struct {
	addr string // "" if the flag is not set
}

// localHost is the host of pages, unless the flag names another one.
const localHost = "127.0.0.1"

// flag adds the flag to a command.
func (w *webFlag) flag(c *cobra.Command) {
	c.Flags().StringVar(&w.addr, "web", "", tr.F("serve a page in place of the screen, at this `address` of this machine, as --web=HOST:PORT (--web alone: %s, and the last port)", localHost))
	c.Flags().Lookup("web").NoOptDefVal = localHost
}

// check returns an error for an address that is none, and for an argument that may be the address.
func (w *webFlag) check(c *cobra.Command) error {
	if !c.Flags().Changed("web") {
		return nil
	}
	for _, arg := range c.Flags().Args() {
		if _, port, err := net.SplitHostPort(arg); err == nil && isPort(port) || isPort(arg) {
			return usagef("%s is not a part of the flag: write --web=%[1]s", arg)
		}
	}
	_, _, err := w.split()
	return err
}

func isPort(text string) bool {
	n, err := strconv.Atoi(text)
	return err == nil && n > 0 && n < 1<<16
}

// split returns the parts of the address. The port is 0 if there is none.
func (w *webFlag) split() (host string, port int, err error) {
	host, text := w.addr, ""
	if isPort(host) {
		host, text = "", host
	} else if h, p, err := net.SplitHostPort(host); err == nil {
		host, text = h, p
	}
	if host = strings.Trim(host, "[]"); host == "" {
		host = localHost
	}
	if w.addr == "" || strings.ContainsAny(host, "/ @") || strings.Contains(host, ":") && net.ParseIP(host) == nil || text != "" && text != "0" && !isPort(text) {
		return "", 0, usagef("--web=%s: want HOST, PORT or HOST:PORT of this machine, such as %s:8080", w.addr, localHost)
	}
	if text != "" {
		port, _ = strconv.Atoi(text)
	}
	return host, port, nil
}

// page is a handler that has goroutines.
type page interface {
	http.Handler
	// Close ends the connections. It is called while the game is ticked on another goroutine.
	Close() error
}

// serve serves a page until a signal arrives, the page cannot be served any more, or run returns. project is the name
// under which the address and its token are kept. open makes the page with a token, and with the host names under which
// it may be opened. run plays the game until ctx ends.
func (w *webFlag) serve(c *cobra.Command, project string, open func(token string, hosts []string) (page, error), run func(ctx context.Context)) (err error) {
	host, port, err := w.split()
	if err != nil {
		return err
	}
	dir, _ := webkey.Dir() // without one, Load says so
	key, err := webkey.Load(dir, project)
	if err != nil {
		fmt.Fprintln(c.ErrOrStderr(), err)
	}
	l, err := listen(host, port, key)
	if err != nil {
		return tr.Errorf("the page cannot be served at %s: %w", net.JoinHostPort(host, strconv.Itoa(port)), err)
	}
	shown, hosts := reachable(host)
	p, err := open(key.Token, hosts)
	if err != nil {
		l.Close()
		return err
	}
	at := l.Addr().(*net.TCPAddr).Port
	if port == 0 {
		if err := key.SetPort(at); err != nil {
			tr.Fprintf(c.ErrOrStderr(), "the port is not kept: %v\n", err)
		}
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer cancel()
	context.AfterFunc(ctx, cancel) // from now on a second signal kills the process
	server := &http.Server{Handler: p, ReadHeaderTimeout: 10 * time.Second, ErrorLog: log.New(io.Discard, "", 0)}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	if hosts != nil {
		tr.Fprintf(c.ErrOrStderr(), "warning: other machines can open this page: who has its address with what is after # can change the game\n")
	}
	fmt.Fprintf(c.OutOrStdout(), "http://%s/#%s\n", net.JoinHostPort(shown, strconv.Itoa(at)), key.Token)
	playing, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		run(playing)
	}()
	select {
	case <-ctx.Done():
	case <-ended:
	case err = <-failed:
	}
	err = errors.Join(err, server.Close(), p.Close()) // while the game goes on, since requests may wait for a tick
	stop()
	<-ended
	return err
}

// listen opens the port, or the port of the key if it is free, or any free one.
func listen(host string, port int, key *webkey.Key) (net.Listener, error) {
	if port == 0 && key.Port != 0 {
		if l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(key.Port))); err == nil {
			return l, nil
		}
	}
	return net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
}

// reachable returns the host to show in the address of a page. If other machines can reach it, it also returns the names
// under which they may open the page: those of this machine, so that a foreign page cannot reach it under a name of its
// own.
func reachable(host string) (shown string, names []string) {
	ip := net.ParseIP(host)
	if host == "localhost" || ip != nil && ip.IsLoopback() {
		return host, nil
	}
	names = []string{host}
	if ip == nil || !ip.IsUnspecified() {
		return host, names
	}
	if name, err := os.Hostname(); err == nil {
		names = append(names, name)
	}
	addrs, _ := net.InterfaceAddrs()
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok {
			names = append(names, n.IP.String())
		}
	}
	if ip.To4() == nil {
		return "::1", names
	}
	return localHost, names
}

// projectOf returns the name of a project for webkey: the absolute path of its scripts or recording, or "samples".
func projectOf(path string) string {
	if path == "" {
		return "samples"
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return path
}

package webkey

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"
)

func load(t *testing.T, dir, project string) *Key {
	t.Helper()
	k, err := Load(dir, project)
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile("^[0-9a-f]{32}$").MatchString(k.Token) {
		t.Errorf("the token is %q", k.Token)
	}
	return k
}

func TestKeyIsKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache", "bough", "web")
	first := load(t, dir, "/game/scripts")
	if err := first.SetPort(4711); err != nil {
		t.Fatal(err)
	}
	again := load(t, dir, "/game/scripts")
	if again.Token != first.Token || again.Port != 4711 {
		t.Errorf("got %+v, want %+v", again, first)
	}
	if err := again.SetPort(4712); err != nil {
		t.Fatal(err)
	}
	if k := load(t, dir, "/game/scripts"); k.Port != 4711 {
		t.Errorf("the port is %d; want that of the first program", k.Port)
	}
	if other := load(t, dir, "/other/scripts"); other.Token == first.Token || other.Port != 0 {
		t.Errorf("another project has %+v", other)
	}
}

func TestKeyIsPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such bits")
	}
	dir := filepath.Join(t.TempDir(), "web")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	k := load(t, dir, "p")
	for path, want := range map[string]os.FileMode{dir: 0o700, k.file(): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has the mode %v; want %v", path, info.Mode().Perm(), want)
		}
	}
}

// TestSpoiltFiles checks that a file that others could read, or that is no key of the project, is replaced.
func TestSpoiltFiles(t *testing.T) {
	const token = "0123456789abcdef0123456789abcdef"
	for name, spoil := range map[string]func(file string) error{
		"readable": func(file string) error { return os.Chmod(file, 0o644) },
		"no JSON":  func(file string) error { return os.WriteFile(file, []byte("{"), 0o600) },
		"short":    func(file string) error { return os.WriteFile(file, []byte(`{"project":"p","token":"ab"}`), 0o600) },
		"no hex": func(file string) error {
			return os.WriteFile(file, []byte(`{"project":"p","token":"0123456789abcdef0123456789abcde/"}`), 0o600)
		},
		"another project": func(file string) error {
			return os.WriteFile(file, []byte(`{"project":"q","token":"`+token+`"}`), 0o600)
		},
		"a link": func(file string) error {
			to := file + ".to"
			os.WriteFile(to, []byte(`{"project":"p","token":"`+token+`"}`), 0o600)
			os.Remove(file)
			return os.Symlink(to, file)
		},
	} {
		if runtime.GOOS == "windows" && (name == "readable" || name == "a link") {
			continue
		}
		dir := t.TempDir()
		first := load(t, dir, "p")
		if err := spoil(first.file()); err != nil {
			t.Fatal(err)
		}
		second := load(t, dir, "p")
		if second.Token == first.Token || second.Token == token {
			t.Errorf("%s: the token is used", name)
		}
		if third := load(t, dir, "p"); third.Token != second.Token {
			t.Errorf("%s: the new token is not kept", name)
		}
	}
	dir := t.TempDir()
	k := load(t, dir, "p")
	os.WriteFile(k.file(), []byte(`{"project":"p","token":"`+token+`","port":70000}`), 0o600)
	if k := load(t, dir, "p"); k.Token != token || k.Port != 0 {
		t.Errorf("a wrong port: %+v", k)
	}
}

// TestNotKept checks that there is a key even if it cannot be written.
func TestNotKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", filepath.Join(file, "web")} {
		k, err := Load(dir, "p")
		if err == nil || len(k.Token) != 32 {
			t.Errorf("%q: key %+v, error %v", dir, k, err)
		}
		if err := k.SetPort(1); err != nil {
			t.Error(err)
		}
	}
}

// Package webkey keeps the token and the port of a project's page, so that a page that is open continues after the
// program is started again.
package webkey

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Key has the token and the port of a project.
type Key struct {
	Project string `json:"project"` // the absolute path of its scripts, or another name
	Token   string `json:"token"`   // 128 random bits in hex
	Port    int    `json:"port"`    // 0 if none is known

	dir string // "" if it cannot be kept
}

// Dir returns the folder of all keys, below the user's cache folder.
func Dir() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(cache, "bough", "web"), nil
}

// Load returns the key of a project from a folder. If the folder has none, or one that others could read or have
// written, Load makes a new one and writes it. The folder and the file can then be read only by the user. If they cannot
// be written, Load returns a new key and the error; the key is of use, but is not kept.
func Load(dir, project string) (*Key, error) {
	k := &Key{Project: project, dir: dir}
	var err error
	if dir == "" {
		err = errors.New("there is no folder for it")
	} else if err = private(dir); err == nil && k.read() {
		return k, nil
	}
	var token [16]byte
	rand.Read(token[:])
	k.Token, k.Port = hex.EncodeToString(token[:]), 0
	if err == nil {
		err = k.write()
	}
	if err != nil {
		k.dir = ""
		return k, fmt.Errorf("the address of the page is not kept: %w", err)
	}
	return k, nil
}

// SetPort keeps the port that the page has. It keeps no other one, so that of two programs with the same project the
// first one gets its port again.
func (k *Key) SetPort(port int) error {
	if k.Port != 0 || k.dir == "" {
		return nil
	}
	k.Port = port
	return k.write()
}

// private makes the folder, or makes it private.
func private(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err == nil && readable(info) {
		err = os.Chmod(dir, 0o700)
	}
	return err
}

// file returns the path of the file.
func (k *Key) file() string {
	sum := sha256.Sum256([]byte(k.Project))
	return filepath.Join(k.dir, hex.EncodeToString(sum[:16])+".json")
}

// read reads the file, and reports whether it is of use.
func (k *Key) read() bool {
	info, err := os.Lstat(k.file())
	if err != nil || !info.Mode().IsRegular() || readable(info) || info.Size() > 1<<16 {
		return false
	}
	text, err := os.ReadFile(k.file())
	var was Key
	if err != nil || json.Unmarshal(text, &was) != nil || was.Project != k.Project || len(was.Token) != 32 || strings.Trim(was.Token, "0123456789abcdef") != "" {
		return false
	}
	k.Token, k.Port = was.Token, was.Port
	if k.Port < 1 || k.Port > 65535 {
		k.Port = 0
	}
	return true
}

// write replaces the file in one step.
func (k *Key) write() error {
	text, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(k.dir, ".new-*") // has mode 0600
	if err != nil {
		return err
	}
	_, err = tmp.Write(append(text, '\n'))
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), k.file())
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}

// readable reports whether others than the user may use a file or folder. Windows has no such bits; there the user's
// folder is private by itself.
func readable(info fs.FileInfo) bool {
	return runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0
}

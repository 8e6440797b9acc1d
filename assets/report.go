package assets

import (
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/bough-dev/bough/engine"
	"github.com/bough-dev/bough/engine/diag"
)

// Report describes the outcome of one round.
type Report struct {
	// Version is the version of the bundle that is in force now.
	Version int
	// Files are the paths of the changed files, below the root, sorted.
	Files []string
	// Applied are the behaviors and trees that were put in force, sorted; trees are written "tree guard".
	Applied []string
	// Held are the files that were held back. They keep their last good version; files that never had one are
	// missing.
	Held []string
	// HeldByOthers are the files of Held that only wait for another file: a module that is held back or, for tree
	// files, a behavior that is held back.
	HeldByOthers []string
	// Restored are the files of Files that were held back and again have the text whose code is in force, sorted.
	// Their code continues to run, so they are not in Applied.
	Restored []string
	// Missing are the behaviors that worked before and that a tree still names, but whose files are gone.
	Missing []string
	// Problems are the findings in the changed files, the findings in the files held back, and all new findings.
	Problems diag.List
	// Prefix is put before the paths of files in Problems; see Options.Prefix.
	Prefix string
	// Hash is the hash of the bundle.
	Hash Hash
	// Rollback is the number of the version that Manager.Rollback has put in force again, or 0.
	Rollback int
	// Waiting are the files that are known to differ from those in force while the manager is
	// pinned. Noted are the files whose text on disk has changed in this round; the bundle in
	// force stays the same then.
	Waiting []string
	Noted   []string
	// Linked is the number of scripts and trees that were linked in this round. It does not count scripts and trees
	// that the changed files do not concern, nor trees with new code of behaviors only.
	Linked int
	// Exchange lists the changes for the world, Times contains the durations of the steps, and Migrated counts the
	// migrated agents and nodes.
	Exchange
	Times
	engine.Migrated
	// Restarts are the unfinished runs that could not continue in new code, each with the reason.
	Restarts []string
	// Stale are the values of old versions of files that agents still hold, since the new versions have none in their
	// place. Each line has the reason. Only those that hold code keep the game from being saved. A value that an earlier
	// report has named is not named again.
	Stale []string
	// Err is set if files could not be read or watched.
	Err error
}

// Exchange lists the changes that a game must make in its world after another bundle was put in force and before
// the next tick.
type Exchange struct {
	// Programs maps each program that was replaced to its successor; see engine.World.Reload.
	Programs map[*engine.Program]*engine.Program
	// Forgiven are the behaviors of the files in Report.Restored, and those that use such files as modules, sorted by
	// the paths of their files. Their errors are counted from zero, as after any save; see engine.World.ClearFaults.
	Forgiven []*engine.Behavior
}

// Times are the durations of the steps of a round.
type Times struct {
	// Read is the time for reading and compiling the changed files, Link for running scripts once and linking
	// trees, and Check for comparing all files. Load is their sum. If the game sets Options.Background, these steps
	// run in the background.
	Read, Link, Check, Load time.Duration
	// Install is the time for putting the bundle in force, and Migrate for replacing programs and moving the
	// agents to them. Both happen between ticks. Swap is their sum.
	Install, Migrate, Swap time.Duration
}

func (r *round) report(before *Bundle) *Report {
	rep := &Report{
		Version: r.next.Version, Files: slices.DeleteFunc(sortedKeys(r.changed), isKept), Held: sortedKeys(r.heldBack), HeldByOthers: slices.Sorted(slices.Values(r.heldByOthers)),
		Linked: r.linkings, Hash: r.next.Hash, Rollback: r.rollback, Waiting: r.m.Waiting(),
		Prefix: r.m.o.Prefix,
	}
	for _, b := range r.next.Behaviors {
		if !b.Missing {
			continue
		}
		if was := before.Behavior(b.Name); was != nil && !was.Missing && len(r.next.Users(b.Name)) > 0 {
			rep.Missing = append(rep.Missing, b.Name)
		}
	}
	for i := range r.next.Trees {
		t := &r.next.Trees[i]
		if was := before.treeNear(t.Name, i); t.kept == nil && (was == nil || was.source != t.source) {
			r.applied = append(r.applied, "tree "+t.Name)
		}
	}
	sort.Strings(r.applied)
	rep.Applied = r.applied
	rep.Restored = r.restored()
	rep.Exchange = Exchange{Programs: r.exchanged(before), Forgiven: r.forgiven(rep.Restored)}
	rep.Problems = r.problemsToReport(before.Problems)
	return rep
}

// problemsToReport returns the problems of files that have changed or are held back, and all new problems.
func (r *round) problemsToReport(before diag.List) (list diag.List) {
	var old map[string]bool
	for _, d := range r.next.Problems {
		name := strings.TrimPrefix(strings.TrimPrefix(d.Pos.File, r.m.o.Prefix), "/")
		if !r.changed[name] && !r.heldBack[name] {
			if old == nil {
				old = errorTexts(before)
			}
			if old[d.Error()] {
				continue
			}
		}
		list = append(list, d)
	}
	return list
}

func errorTexts(list diag.List) map[string]bool {
	out := make(map[string]bool, len(list))
	for _, d := range list {
		out[d.Error()] = true
	}
	return out
}

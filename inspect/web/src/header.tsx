// The line at the top: which game, how it stands, and how time goes.
import type { JSX } from "preact";
import { ActList } from "./acts.tsx";
import { clock, count } from "./format.ts";
import { inViews } from "./later.tsx";
import { say } from "./say.ts";
import * as s from "./state.ts";

function Pill(): JSX.Element {
  const link = s.link.value.kind;
  let kind = "live";
  let text = say("live");
  if (link === "connecting") [kind, text] = ["wait", say("connecting")];
  else if (link !== "open") [kind, text] = ["lost", say("lost")];
  else if (!s.live.value) [kind, text] = ["past", s.playing.value ? say("past, playing") : say("past")];
  else if (s.paused.value) [kind, text] = ["paused", say("paused")];
  else if (s.status.value?.silent) [kind, text] = ["paused", say("does not tick")];
  else if (s.hello.value?.replay) [kind, text] = ["paused", say("end of recording")];
  return (
    <span class={`pill state-${kind}`} role="status">
      <span class="dot" />
      {text}
    </span>
  );
}

const speeds = [0.1, 0.25, 0.5, 1, 2, 4, 8];

function Controls(): JSX.Element {
  const running = s.running.value;
  const speed = s.status.value?.speed ?? s.hello.value?.speed ?? 0;
  const back = () => {
    // To the mark before the cursor, or to the begin.
    const before = s.marks.value.findLast((m) => m.tick < s.at.value && m.tick >= s.limits.value.from);
    s.playing.value = false;
    s.seek(before ? before.tick : s.limits.value.from);
  };
  const ahead = s.live.value && !(s.paused.value && s.accepts("step"));
  return (
    <span class="controls" role="group" aria-label={say("time")}>
      <button type="button" title={say("to the mark before (version, error, act)")} onClick={back}>
        <svg viewBox="0 0 14 10"><path d="M7 0V10L0 5ZM14 0V10L7 5Z" /></svg>
      </button>
      <button type="button" title={say("a tick back (←)")} onClick={() => s.stepBy(-1)}>
        <svg viewBox="0 0 14 10"><path d="M10 0V10L3 5Z" /></svg>
      </button>
      <button type="button" class={running ? "" : "on"} aria-pressed={!running} title={s.live.value && s.accepts("pause") ? say("pause the game (Space)") : say("hold the cursor (Space)")} onClick={s.stop}>
        <svg viewBox="0 0 14 10"><path d="M3 0H6V10H3ZM8 0H11V10H8Z" /></svg>
      </button>
      <button type="button" class={running ? "on" : ""} aria-pressed={running} title={s.live.value ? say("go on (Space)") : say("play from the cursor (Space)")} onClick={s.play}>
        <svg viewBox="0 0 14 10"><path d="M4 0V10L11 5Z" /></svg>
      </button>
      <button type="button" disabled={ahead} title={say("a tick ahead (→)")} onClick={() => s.stepBy(1)}>
        <svg viewBox="0 0 14 10"><path d="M3 0V10L9 5ZM9.500 0H11.500V10H9.500Z" /></svg>
      </button>
      {s.accepts("speed") && speed > 0 ? (
        <select
          aria-label={say("speed of the game")}
          title={say("speed of the game")}
          value={String(speed)}
          onChange={(e) => void s.act({ act: "speed", speed: Number(e.currentTarget.value), tick: s.now.value })}
        >
          {(speeds.includes(speed) ? speeds : [...speeds, speed].sort((a, b) => a - b)).map((v) => (
            <option key={v} value={String(v)}>{`${v}×`}</option>
          ))}
        </select>
      ) : speed > 0 ? (
        <span class="mono soft">{speed}×</span>
      ) : null}
      {s.live.value ? null : (
        <button type="button" class="word" title={say("to the present (L)")} onClick={() => s.seek("live")}>
          {say("Live")}
        </button>
      )}
    </span>
  );
}

const ProblemList = inViews((m) => m.ProblemList);

function Problems(): JSX.Element | null {
  const list = s.problems.value;
  if (list.length === 0) return null;
  const errors = list.some((p) => p.error);
  return (
    <span class="problems">
      <button type="button" class={`plain ${errors ? "bad" : ""}`} aria-expanded={s.listing.value} onClick={() => void (s.listing.value = !s.listing.value)}>
        <span class="dot" /> {count(list.length, "problem")}
      </button>
      {s.listing.value ? <ProblemList /> : null}
    </span>
  );
}

export function Header(): JSX.Element {
  const h = s.hello.value;
  const hash = s.status.value?.hash ?? h?.hash ?? "";
  return (
    <header class="top">
      <h1>Bough</h1>
      {h ? (
        <span class="pill mono" title={say("{about}, version {version} of the files, {hash}", { about: h.about, version: s.version.value, hash })}>
          {[h.about, `v${s.version.value}`, hash].filter(Boolean).join(" · ")}
        </span>
      ) : null}
      <Pill />
      {h ? <Controls /> : null}
      {h ? (
        <span class="mono soft tick" title={s.live.value ? say("the present") : say("the present is tick {now}", { now: s.now.value })}>
          {say("tick {tick}", { tick: s.at.value })} · {clock(s.clockAt(s.at.value))}
        </span>
      ) : null}
      <Problems />
      <ActList />
      <span class="grow" />
      <button type="button" class="find" onClick={() => void (s.finding.value = true)}>
        <span>{say("Find an agent, node, file or field")}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <button type="button" class="plain" title={say("keys and legend (?)")} aria-label={say("keys")} onClick={() => void (s.helping.value = true)}>
        ?
      </button>
    </header>
  );
}

// The small pictures of the page: marks of a state, and glyphs of kinds.
import type { JSX } from "preact";
import { say } from "./say.ts";

const words: Record<string, string> = {
  runs: say("runs"),
  success: say("ended with success"),
  failure: say("ended with failure"),
  aborted: say("aborted"),
  refused: say("refused"),
  ready: say("ready, but another one was chosen"),
  fault: say("error"),
  asleep: say("asleep"),
  "": say("not asked"),
};

// states are those of agents, stimuli and requests.
const states: Record<string, string> = {
  asleep: say("asleep"),
  held: say("held"),
  suspended: say("suspended"),
  gone: say("gone"),
  nothing: say("nothing"),
  arrived: say("arrived"),
  dropped: say("dropped"),
  taken: say("taken"),
  made: say("made"),
  ended: say("ended"),
  replaced: say("replaced"),
};

// stateWord says a state in words, unless it is in words already.
export function stateWord(state = ""): string {
  return states[state] ?? state;
}

// markWord says a mark in words.
export function markWord(mark: string): string {
  return words[mark] ?? mark;
}

// signWord is markWord in one word.
export function signWord(mark: string): string {
  return { success: say("success"), failure: say("failure"), ready: say("ready") }[mark] ?? markWord(mark);
}

// Mark is the picture of State.mark.
export function Mark({ mark }: { mark: string }): JSX.Element {
  let shape: JSX.Element;
  switch (mark) {
    case "runs":
      shape = <path d="M3 1.5 11 6.5 3 11.5Z" />;
      break;
    case "ready":
      shape = <path d="M3.5 2.5 10 6.5 3.5 10.5Z" />;
      break;
    case "success":
      shape = <path d="M2 7 5 10.5 11 2.5" />;
      break;
    case "failure":
      shape = (
        <>
          <rect x="1" y="1" width="11" height="11" rx="2.5" />
          <path d="M4 4 9 9M9 4 4 9" />
        </>
      );
      break;
    case "aborted":
      shape = <path d="M4 12 9 1" />;
      break;
    case "refused":
      shape = <path d="M3 3 10 10M10 3 3 10" />;
      break;
    case "fault":
      shape = (
        <>
          <circle cx="6.5" cy="6.5" r="6" />
          <path d="M6.5 3V7.3M6.5 9.2V10.3" />
        </>
      );
      break;
    case "asleep":
      shape = <path d="M1 5 5 1M1 9 9 1M1 12.5 12 1M4.500 12.5 12.500 4.500M8.500 12.5 12.500 8.500" />;
      break;
    default:
      shape = <circle cx="6.5" cy="6.5" r="1.2" />;
  }
  return (
    <svg class={`mark mark-${mark || "none"}`} width="13" height="13" viewBox="0 0 13 13" role="img" aria-label={markWord(mark)}>
      {shape}
    </svg>
  );
}

const kinds: Record<string, [string, string]> = {
  one: ["M1 3.500H10L5.500 9.500Z", say("runs one of its children")],
  all: ["M1 2.500H10M1 5.500H10M1 8.500H10", say("runs all of its children")],
  order: ["M1 5.500H9.500M6.500 2.500 9.500 5.500 6.500 8.500", say("runs its children in order")],
  tree: ["M1 1H10V10H1ZM5.500 3V8M3 5.500H8", say("an included tree")],
  decorator: ["M5.500 .8 10.200 5.500 5.500 10.200 .8 5.500Z", say("changes what its child does")],
  condition: ["M5.500 1A4.500 4.500 0 1 0 5.500 10A4.500 4.500 0 1 0 5.500 1ZM5.500 3.500V5.500L7 7", say("a condition")],
};

// Glyph is the picture of Row.glyph. A leaf has none.
export function Glyph({ glyph }: { glyph: string }): JSX.Element {
  const k = kinds[glyph];
  if (!k) return <span class="glyph" />;
  return (
    <svg class="glyph" width="11" height="11" viewBox="0 0 11 11" role="img" aria-label={k[1]}>
      <title>{k[1]}</title>
      <path d={k[0]} />
    </svg>
  );
}

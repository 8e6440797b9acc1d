// Numbers and times for people.
import { english, say } from "./say.ts";

// round writes a number with at most the digits that people read: 1.3, 0.042, 1204.
export function round(x: number): string {
  if (!Number.isFinite(x)) return String(x);
  if (x === 0) return "0";
  const size = Math.abs(x);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : Math.min(6, 2 - Math.floor(Math.log10(size)) - 1);
  return minus(String(Number(x.toFixed(digits))));
}

// minus writes the sign that has the width of a digit.
function minus(text: string): string {
  return text.replace(/^-/, "−");
}

// seconds writes a length of time: 0.4 s, 12 s, 3 min 05 s, 2 h 07 min.
export function seconds(s: number): string {
  const sign = s < 0 ? "−" : "";
  const t = Math.abs(s);
  if (t < 9.95) return sign + t.toFixed(1) + " s";
  if (t < 119.5) return sign + Math.round(t) + " s";
  const whole = Math.round(t);
  if (whole < 7200) return `${sign}${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
  return `${sign}${Math.floor(whole / 3600)} h ${String(Math.floor((whole % 3600) / 60)).padStart(2, "0")} min`;
}

// brief is seconds for a narrow column: 3 min.
export function brief(s: number): string {
  return seconds(s).replace(/(min) \d+ s$/, "$1");
}

// clock writes a time of the game: 40.6 s, 12:05.3.
export function clock(s: number): string {
  if (s < 100) return s.toFixed(1) + " s";
  const tenths = Math.round(s * 10);
  const rest = tenths % 600;
  return `${Math.floor(tenths / 600)}:${String(Math.floor(rest / 10)).padStart(2, "0")}.${rest % 10}`;
}

// count writes a number of things with its noun: 1 problem, 40 agents.
export function count(n: number, noun: string): string {
  return english ? `${thousands(n)} ${noun}${n === 1 ? "" : "s"}` : say(`{n} ${noun}`, { n: thousands(n) });
}

// thousands writes a whole number in groups of three, beginning with five digits.
export function thousands(n: number): string {
  const text = String(n);
  return text.length < 5 ? text : text.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

// short writes a number of instructions: 87, 1.2k, 3.4M.
export function short(n: number): string {
  if (n < 1000) return String(n);
  if (n < 999_500) return round(n / 1000) + "k";
  return round(n / 1_000_000) + "M";
}

const place = /(^|: |：)[^\s：]+\.(?:lua|bt):\d+(?::\d+)?(?:: |：)/;

// unplaced returns a message without the place before it: what shows the place elsewhere.
export function unplaced(message: string): string {
  return message.replace(place, "$1");
}

// word returns the last part of the name of a node with its values: "flee 5" of "move.flee 5".
export function word(name: string): string {
  const end = name.indexOf(" ");
  const head = end < 0 ? name : name.slice(0, end);
  return name.slice(head.lastIndexOf(".") + 1);
}

// sentence writes a refusal of the game as a sentence. A name at its start keeps its letters.
export function sentence(text: string): string {
  if (text === "") return "";
  const name = /^(?!(it|this|that|there|nothing)\b)\S+ (gets|is|of|has)\b/.test(text);
  return (name ? text : text.charAt(0).toUpperCase() + text.slice(1)) + (/[.!?。！？]$/.test(text) ? "" : say("."));
}

// The frame of the page.
import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { held } from "./acts.ts";
import { AgentActs, Told } from "./acts.tsx";
import { AgentList } from "./agents.tsx";
import { Find } from "./find.tsx";
import { Header } from "./header.tsx";
import { Land } from "./land.tsx";
import { rich, say } from "./say.ts";
import { Side } from "./side.tsx";
import * as s from "./state.ts";
import { tabs } from "./tabs.ts";
import { Timeline } from "./timeline.tsx";
import { inViews } from "./later.tsx";

const Keys = inViews((m) => m.Keys);

effect(() => {
  const label = s.frame.value?.label ?? "";
  document.title = [label, s.hello.value?.about ?? "", "Bough"].filter(Boolean).join(" · ");
});

function Banner(): JSX.Element | null {
  const link = s.link.value;
  if (link.kind === "lost" || link.kind === "refused" || link.kind === "schema") {
    return (
      <div class={`banner ${link.kind}`} role="alert">
        {link.text}
        {link.kind === "lost" ? (s.hello.value ? say(" The page shows tick {tick}, and tries again.", { tick: s.at.value }) : say(" The page tries again.")) : null}
        {link.kind === "schema" ? (
          <button type="button" class="button" onClick={() => location.reload()}>
            {say("Load again")}
          </button>
        ) : null}
      </div>
    );
  }
  if (s.notice.value) {
    return (
      <div class="banner notice" role="status">
        {s.notice.value}
        <button type="button" class="plain" aria-label={say("close")} onClick={() => void (s.notice.value = "")}>
          ✕
        </button>
      </div>
    );
  }
  return <Told />;
}

function Middle(): JSX.Element {
  const f = s.frame.value;
  const t = s.tree.value;
  const label = f?.label ?? s.agents.value?.list.find((a) => a.id === s.agent.value)?.label ?? "";
  const state = held.value ? say("held") : f?.state === "held" ? "" : f?.state;
  const current = tabs.find((x) => x.name === s.tab.value) ?? tabs[0];
  const View = current?.view;
  const Tools = current?.tools;
  return (
    <main class="middle">
      <Land />
      <div class="bar">
        <h2 class="agent-name" title={label}>{label}</h2>
        <AgentActs label={label} />
        {state ? <span class="pill state-paused">{state}</span> : null}
        {f?.gone ? <span class="pill state-lost">{say("gone")}</span> : null}
        {f && f.version !== s.version.value ? <span class="old">v{f.version}</span> : null}
        <span class="soft tree-name" title={t?.doc}>
          {t ? (
            <span>
              {rich("tree {name}", { name: <span class="mono">{t.name}</span> })}
              {t.doc ? ` · ${t.doc}` : ""}
            </span>
          ) : null}
        </span>
        {Tools ? <Tools /> : null}
        <div role="tablist" aria-label={say("views")}>
          {tabs.filter((x) => x.name !== "edit" || s.hello.value?.edits).map((x) => (
            <button key={x.name} type="button" role="tab" aria-selected={x === current} aria-controls="view" onClick={() => void (s.tab.value = x.name)}>
              {x.title}
              {x.name === "edit" && s.unsaved.value ? <span title={say("not saved")}> •</span> : null}
            </button>
          ))}
        </div>
      </div>
      <div class="view" id="view" role="tabpanel" aria-label={current?.title}>
        {View ? <View /> : null}
      </div>
    </main>
  );
}

export function Shell(): JSX.Element {
  const link = s.link.value.kind;
  return (
    <div class={`page ${link === "open" || link === "connecting" ? "" : "dead"}`}>
      <Header />
      <AgentList />
      <Middle />
      <Side />
      <Timeline />
      <Banner />
      <Find />
      {s.helping.value ? <Keys /> : null}
    </div>
  );
}

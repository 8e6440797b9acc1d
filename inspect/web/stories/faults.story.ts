// Six agents do not do what their authors want. From the first screen, at most two clicks give the answer in words.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { agent, close, open, pane } from "./browser.ts";
import { start } from "./game.ts";
import type { Game } from "./game.ts";

let game: Game;
before(async () => void (game = await start(["play", "inspect/testdata/faults/faults.scene"])));
after(async () => {
  await close();
  await game.kill();
});

const faults: { agent: string; row?: string; tab?: string; answer: RegExp }[] = [
  { agent: "lancer#1", row: "squad.charge", answer: /mounted (= false|is false)/ }, // a condition two levels up
  { agent: "archer#2", row: "squad.volley", answer: /cool(s|ing)? down|cooldown/ },
  { agent: "smith#3", row: "work.forge", answer: /quarantine[^]*heat/ },
  { agent: "crier#4", row: "squad.call_town", answer: /alarm[^]*alram/ }, // a stimulus with a wrong name
  { agent: "scout#5", row: "squad.swim", answer: /(same|equal)[^]*0\.5/ }, // a tie
  { agent: "miner#6", row: "work.dig", answer: /work\/tidy\.lua:5/ }, // written before anyone looked
];

for (const fault of faults) {
  test(`${fault.agent}: two clicks to the answer`, async () => {
    const { page, errors } = await open(game.url);
    await agent(page, fault.agent).click();
    await page.locator(`.row[data-key$="${fault.row}"]`).first().click({ position: { x: 60, y: 10 } });
    await page.waitForFunction(
      ([selector, source]) => new RegExp(source as string).test(document.querySelector(selector as string)?.textContent ?? ""),
      [".side", fault.answer.source],
      { timeout: 10_000 },
    ).catch(async () => assert.fail(`the details say: ${await pane(page).innerText()}`));
    if (process.env.PHOTOS) await page.screenshot({ path: `${process.env.PHOTOS}/fault-${fault.agent.replace("#", "-")}.png` });
    assert.deepEqual(errors, []);
    await page.close();
  });
}

// The begin of a playground: its language is the one of the browser, since a static site cannot choose it. The texts must be here
// before any other module.
const zh = /^zh\b/i.test(navigator.language);
if (zh) document.documentElement.lang = "zh-CN";
void (zh ? import("./zh.ts") : Promise.resolve()).then(() => import("./play.tsx"));

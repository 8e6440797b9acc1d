var e=/^zh\b/i.test(navigator.language);e&&(document.documentElement.lang="zh-CN");(e?import("./zh-HKBZMJB6.js"):Promise.resolve()).then(()=>import("./play-Z6PKC3TV.js"));

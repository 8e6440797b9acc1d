var e=/^zh\b/i.test(navigator.language);e&&(document.documentElement.lang="zh-CN");(e?import("./zh-DYY6UJY5.js"):Promise.resolve()).then(()=>import("./play-YDAJ22NV.js"));

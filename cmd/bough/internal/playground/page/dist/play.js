var e=/^zh\b/i.test(navigator.language);e&&(document.documentElement.lang="zh-CN");(e?import("./zh-DOCP4IMI.js"):Promise.resolve()).then(()=>import("./play-6HYLDSDN.js"));

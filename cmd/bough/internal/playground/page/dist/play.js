var e=/^zh\b/i.test(navigator.language);e&&(document.documentElement.lang="zh-CN");(e?import("./zh-RBV6H5YN.js"):Promise.resolve()).then(()=>import("./play-F4SJQAFD.js"));

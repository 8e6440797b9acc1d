var t=navigator.language.toLowerCase().startsWith("zh");t&&(document.documentElement.lang="zh-CN");(t?import("./zh-HQICUOCP.js"):Promise.resolve()).then(()=>import("./play-UR75TCXF.js"));

// A stand-in for the module that exists only in VS Code, with the parts that the extension and its language client use. The
// numbers of enumerations are added when it is bundled, from the declarations of VS Code.
import { URI, Utils } from "vscode-uri";

export const Uri = Object.assign(URI, { joinPath: Utils.joinPath });
export * from "./values.ts";
export { CancellationTokenSource, Disposable, EventEmitter } from "./events.ts";
export { languages } from "./languages.ts";
export { commands, env, tests, TestMessage, TestRunRequest, ThemeIcon, version, window } from "./window.ts";
export { workspace } from "./workspace.ts";

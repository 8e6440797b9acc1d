// The views that are loaded when one of them is first shown.
import { sheet } from "./sheet.ts";

export const ready = sheet("views.css");
export { Ask, ProblemList } from "./ask.tsx";
export { Cards } from "./cards.tsx";
export { Compare } from "./compare.tsx";
export { Costs } from "./costs.tsx";
export { Population } from "./population.tsx";
export { AgentTable } from "./table.tsx";
export { Hits } from "./hits.tsx";
export { Keys } from "./help.tsx";

// Style sheets that a first load does not take.

// IN_FILE is set in the page of a file, which has all of them; see build.mjs.
declare const IN_FILE: boolean;

// sheet adds a style sheet that is beside the page, and waits for it.
export function sheet(name: string): Promise<void> {
  if (IN_FILE) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(name, document.baseURI).href;
  document.head.append(link);
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve(); // without it the page is ugly, and works
  });
}

// Style sheets that a first load does not take.

// IN_FILE is set in the page of a file, which has all of them; see build.mjs.
declare const IN_FILE: boolean;

// sheet adds a style sheet that is beside the page, and waits for it. It asks again if the game does not give it, since a view
// without its style covers the page.
export function sheet(name: string, tries = 5): Promise<void> {
  if (IN_FILE) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(name, document.baseURI).href;
  document.head.append(link);
  return new Promise((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => {
      if (tries <= 1) return resolve();
      link.remove();
      setTimeout(() => void sheet(name, tries - 1).then(resolve), 500);
    };
  });
}

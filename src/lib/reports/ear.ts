/** Something that was thrown and that nobody dealt with, and the path of the page that it happened on. */
export type Heard = { thrown: unknown; path: string };

declare global {
  interface Window {
    /** What the document's head and error boundaries have heard; of no use after `listen`. */
    heard?: Heard[];
  }
}

/** Gives what was heard so far, and from now on all that is, as it happens. */
export function listen(onHeard: (heard: Heard) => void): void {
  window.heard ??= [];
  const ear = window.heard;
  for (const heard of ear.splice(0)) onHeard(heard);
  ear.push = (...more) => {
    for (const heard of more) onHeard(heard);
    return 0;
  };
}

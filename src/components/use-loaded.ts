import { type ComponentType, useEffect, useState } from 'react';
import { backoffMs } from '../lib/backoff.ts';

/**
 * A part that the screen does without until its code is there, tried again after a dropped line.
 * `load` is the same function at each rendering, `null` while the part is not wanted.
 */
export function useLoaded<Props = object>(
  load: (() => Promise<ComponentType<Props>>) | null,
): ComponentType<Props> | null {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    if (!load) return;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout>;
    const attempt = (number: number): Promise<void> =>
      load().then(
        (loaded) => {
          if (!isGone) setPart(() => loaded);
        },
        () => {
          if (isGone) return;
          timer = setTimeout(() => {
            fetchLostStyles();
            void attempt(number + 1);
          }, backoffMs(number));
        },
      );
    void attempt(0);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [load]);
  return load && part;
}

/** Vite asks for the styles of a chunk once only: without these a part would come up bare. */
const lostStyles = new Set<HTMLLinkElement>();
const noteLost = ({ target }: Event) => target instanceof HTMLLinkElement && lostStyles.add(target);
addEventListener('error', noteLost, true);

function fetchLostStyles(): void {
  for (const link of lostStyles) link.replaceWith(link.cloneNode());
  lostStyles.clear();
}

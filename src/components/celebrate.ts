import { isStill } from '../lib/motion.ts';

/** Throws so many pieces of confetti where motion is welcome; gives the way to stop. Without a line there is none. */
export function celebrate(pieces: number): () => void {
  if (isStill()) return () => undefined;
  let isGone = false;
  let stop = () => {
    isGone = true;
  };
  import('./confetti.ts').then(
    ({ throwConfetti }) => {
      if (!isGone) stop = throwConfetti(pieces);
    },
    () => undefined,
  );
  return () => stop();
}

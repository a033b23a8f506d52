import type { Drawing } from './drawing.ts';
import { linesOf, type Place, placesOf } from './lines.ts';
import styles from './picture.module.css';

/** Stripes of grass reach past the pitch: the picture is broader than it on some screens. */
const GRASS = 'M-200-80h712v300h-712z';
const MOWN =
  'M-156-80h39v300h-39zM-78-80h39v300h-39zM0-80h39v300H0zM78-80h39v300H78zM156-80h39v300h-39zM234-80h39v300h-39zM312-80h39v300h-39zM390-80h39v300h-39z';
const LINES =
  'M4 4h304v120H4zM156 4v120M4 32h40v64H4M308 32h-40v64h40M136 64a20 20 0 1 0 40 0a20 20 0 1 0-40 0';
const ARROW = 'M208 109h26v-6l14 10-14 10v-6h-26z';

const KEEPER_X = 24;
const BACK_X = 72;
const FRONT_X = 250;
const MIDDLE_Y = 64;
/** From the first to the last of a line of so many. */
const BREADTHS = [0, 0, 44, 76, 92, 100, 104];
/** Who stands on the wing stands a little further on. */
const WING_X = 7;

/** A pitch with a team of eleven that plays to the right; who is asked for is gold. */
export function Pitch({ formation, gold }: Extract<Drawing, { kind: 'pitch' }>) {
  const last = linesOf(formation).length - 1;
  const dots = placesOf(formation).map((place) => dotOf(place, last));
  const [x = 0, y = 0] = dots[gold] ?? [];
  return (
    <div className={styles.pitch}>
      <svg viewBox="0 0 312 128" aria-hidden="true">
        <path className={styles.grass} d={GRASS} />
        <path className={styles.mown} d={MOWN} />
        <path className={styles.outline} strokeWidth="1.6" d={LINES} />
        {dots.map(([cx, cy], index) =>
          index === gold ? null : (
            <circle key={`${cx} ${cy}`} className={styles.dot} cx={cx} cy={cy} r="7" />
          ),
        )}
        <circle className={styles.ring} cx={x} cy={y} r="15" />
        <circle className={styles.gold} cx={x} cy={y} r="9.5" />
        <path className={styles.arrow} d={ARROW} />
      </svg>
    </div>
  );
}

function dotOf({ line, place, of }: Place, last: number): [x: number, y: number] {
  if (line === 0) return [KEEPER_X, MIDDLE_Y];
  const breadth = BREADTHS[of] ?? 0;
  const isWing = of > 2 && (place === 0 || place === of - 1);
  const x = BACK_X + ((line - 1) * (FRONT_X - BACK_X)) / (last - 1) + (isWing ? WING_X : 0);
  const y = of === 1 ? MIDDLE_Y : MIDDLE_Y - breadth / 2 + (place * breadth) / (of - 1);
  return [Math.round(x), Math.round(y)];
}

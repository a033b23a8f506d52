import type { ReactNode } from 'react';
import { cx } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import styles from './face.module.css';
import { type Answered, faceOf } from './review.tsx';

type FaceProps = {
  answers: readonly Answered[];
  /** The player's best count of right answers before this game; `null` if it is unknown. */
  best: number | null;
  onStill: () => void;
};

const TITLES = { perfect: 'Perfect!', good: 'Good game!', low: 'Next one!' } as const;

const MARKS = {
  right: { icon: 'check', word: 'right' },
  wrong: { icon: 'cross', word: 'wrong' },
  missed: { icon: 'minus', word: 'missed' },
} as const;

/** Shows at a glance how the game went (game.md#full-time). A tap on it ends the motion. */
export function Face({ answers, best, onStill }: FaceProps) {
  const face = faceOf(answers);
  const count = (one: Answered) => answers.filter((answer) => answer === one).length;
  const right = count('right');
  const isNewBest = best !== null && right > best;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a tap only ends the motion sooner.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a player with keys has nothing to wait for here.
    <div className={cx(styles.face, styles[face])} onClick={onStill}>
      {face === 'perfect' && <Rays />}
      {face === 'perfect' ? <Burst /> : face === 'good' ? <Goal /> : <Miss />}
      <div className={styles.line}>
        <h1>{TITLES[face]}</h1>
        {isNewBest && (
          <p className={styles.best}>
            <Glyph name="star" size={16} />
            New best
          </p>
        )}
      </div>
      <p className={styles.score}>
        <b>{right}</b> <small>of {answers.length - count('left')} right</small>
      </p>
      <ol className={styles.ten} aria-label="Your answers">
        {answers.map((answer, index) => {
          const number = index + 1;
          const mark = answer === 'left' ? null : MARKS[answer];
          return (
            <li key={number} className={styles[answer]} style={{ ['--nth' as string]: index }}>
              {mark ? (
                <Icon name={mark.icon} size={12} label={`${number}: ${mark.word}`} />
              ) : (
                <span className="vh">{number}: not played</span>
              )}
            </li>
          );
        })}
      </ol>
      {face !== 'perfect' && (
        <p className={styles.sub}>
          {tally([
            [count('wrong'), 'wrong'],
            [count('missed'), 'missed'],
            [count('left'), 'not played'],
          ])}
          {best !== null && !isNewBest && `. Your best: ${best}`}
        </p>
      )}
    </div>
  );
}

function tally(counts: readonly (readonly [number, string])[]): string {
  const told = counts.filter(([count]) => count > 0);
  return told.map(([count, word]) => `${count} ${word}`).join(', ');
}

/** Draws eighteen rays behind a perfect game. They start in its middle and open together. */
function Rays() {
  return (
    <svg
      className={styles.rays}
      viewBox="0 0 360 148"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path d="M238 80L440 78L436 122zM232 99L423 167L404 206zM220 116L377 244L345 275zM204 127L307 301L266 319zM184 132L221 331L177 334zM164 130L131 329L89 317zM146 121L47 297L11 271zM132 107L-22 238L-47 202zM124 88L-66 159L-77 116zM122 68L-80 70L-76 26zM128 49L-63 -19L-44 -58zM140 32L-17 -96L15 -127zM156 21L53 -153L94 -171zM176 16L139 -183L183 -186zM196 18L229 -181L271 -169zM214 27L313 -149L349 -123zM228 41L382 -90L407 -54zM236 60L426 -11L437 32z" />
    </svg>
  );
}

/**
 * Draws the pieces that fly out of a perfect game. The big pieces move as one group, the small ones as
 * another.
 */
function Burst() {
  return (
    <svg className={styles.art} viewBox="0 0 360 148" aria-hidden="true">
      <g className={styles.big}>
        <path
          className={styles.gold}
          d="M71.5 46.3L76 53.4L84.4 52L79 58.5L82.9 66L75 62.9L69.1 69L69.6 60.5L62.1 56.7L70.3 54.6zM288.5 46.3L289.7 54.6L297.9 56.7L290.4 60.5L290.9 69L285 62.9L277.1 66L281 58.5L275.6 52L284 53.4z"
        />
        <path
          className={styles.primary}
          d="M29.1 15.5L29.1 21.9L35 24.3L29 26.3L28.5 32.7L24.7 27.6L18.5 29L22.2 23.9L18.9 18.5L25 20.4zM332.6 20.1L335.5 25L341.1 24.2L337.3 28.5L339.8 33.6L334.6 31.3L330.5 35.2L331 29.6L326.1 26.9L331.6 25.7z"
        />
        <Cup x={34} />
        <Cup x={326} />
      </g>
      <g className={styles.small}>
        <path
          className={styles.chalk}
          d="M63 106.1L63.8 110.2L67.9 111.2L64.2 113.2L64.6 117.4L61.6 114.5L57.7 116.2L59.5 112.4L56.7 109.2L60.9 109.7zM297.2 106.1L299.2 109.8L303.4 109.4L300.5 112.4L302.2 116.3L298.4 114.5L295.2 117.3L295.7 113.1L292.1 111L296.2 110.2zM56 19L57.2 22.3L60.8 22.5L58 24.6L58.9 28L56 26.1L53.1 28L54 24.6L51.2 22.5L54.8 22.3zM305 21.1L305.6 24.6L309 25.5L305.8 27.1L306 30.6L303.6 28.1L300.3 29.3L301.9 26.2L299.7 23.5L303.1 24.1z"
        />
        <g fill="none" strokeWidth="5">
          <path
            className={styles.bit1}
            d="M8 23l3.8 8.2M350 140l-4.7-7.7M36 54l8.8 1.8M349 19l-3.4-8.3M342 11l-9 .4M347 139l-3.9-8.1M19 12l9 .4"
          />
          <path
            className={styles.bit2}
            d="M57 37l7.3-5.3M43 33l7.4 5.2M348 41l-2 8.8M26 16l9 .6M15 133l-5.4-7.2M352 21l6.7 6"
          />
          <path
            className={styles.bit3}
            d="M331 49l8.7-2.2M313 12l-1.8-8.8M53 8l-8.6 2.8M319 51l-7.9 4.3M326 134l-6-6.7M351 140l-8.4 3.3"
          />
          <path
            className={styles.bit4}
            d="M311 53l-8.2-3.7M350 41l-8.3 3.4M52 132l-.6 9M26 45l2-8.8M333 56l-4.2-8"
          />
        </g>
      </g>
    </svg>
  );
}

function Cup({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 86) scale(1.05)`}>
      <path className={styles.goldEdge} d="M-20 26h40v6h-40z" />
      <path className={styles.gold} d="M-20 20h40v7h-40zM-14 12h28v8h-28zM-6 2l-2 10h16l-2-10z" />
      <circle className={styles.gold} cy="-12" r="16" />
      <path className={styles.onGold} d="M0-18.5l6.2 4.5-2.4 7.2h-7.6l-2.4-7.2z" />
    </g>
  );
}

/** Draws the ball in the net. The ball flies in along the ground. */
function Goal() {
  return (
    <Frame
      net="M263 30v72M276 30v72M289 30v72M302 30v72M315 30v72M328 30v72M341 30v72M252 42h98M252 56h98M252 70h98M252 84h98"
      posts="M252 105V27h98v78"
    >
      <g className={styles.fly}>
        <Football x={314} y={64} width={40} />
      </g>
      <path className={styles.strokes} d="M288 48l-8-6M284 64h-10M289 80l-7 6" />
    </Frame>
  );
}

/** Draws the ball over the bar. */
function Miss() {
  return (
    <Frame
      net="M263 46v56M276 46v56M289 46v56M302 46v56M315 46v56M328 46v56M341 46v56M252 58h98M252 72h98M252 86h98"
      posts="M252 105V43h98v62"
    >
      <path className={styles.flight} d="M234 62q22-36 54-44" />
      <g className={styles.drop}>
        <Football x={311} y={17} width={34} />
      </g>
    </Frame>
  );
}

/** Draws the goal on its ground, and the pieces that fly around it. */
function Frame({ net, posts, children }: { net: string; posts: string; children: ReactNode }) {
  return (
    <svg
      className={styles.art}
      viewBox="0 0 360 148"
      preserveAspectRatio="xMaxYMid meet"
      aria-hidden="true"
    >
      <path className={styles.net} d={net} />
      <path className={styles.posts} d={posts} />
      <path className={styles.ground} d="M240 105h124" />
      {children}
    </svg>
  );
}

/** The dark patches of a ball and its seams. The ball's radius is 36. */
export const PATCHES =
  'M0-15.1L14.4-4.7L8.9 12.2L-8.9 12.2L-14.4-4.7ZM-13.9-32.6L0-25.9L13.9-32.6A36 36 0 0 0-13.9-32.6ZM26.8-23.3L24.7-8L35.3 3.1A36 36 0 0 0 26.8-23.3ZM30.4 18.3L15.2 21L8 34.6A36 36 0 0 0 30.4 18.3ZM-8 34.6L-15.2 21L-30.4 18.3A36 36 0 0 0-8 34.6ZM-35.3 3.1L-24.7-8L-26.8-23.3A36 36 0 0 0-35.3 3.1Z';
export const SEAMS =
  'M0-15.1L0-27.4M14.4-4.7L26-8.5M8.9 12.2L16.1 22.1M-8.9 12.2L-16.1 22.1M-14.4-4.7L-26-8.5';

/** The radius of a ball. */
export const BALL_RADIUS = 36;

/** The paper and ink colours of a ball, the same in every theme. */
export const BALL_COLOURS = { paper: '#FFFBF0', ink: '#06232B' } as const;

type FootballProps = { x: number; y: number; width: number };

/** Draws a football with its middle at `x y`. */
function Football({ x, y, width }: FootballProps) {
  const { paper, ink } = BALL_COLOURS;
  return (
    <g transform={`translate(${x} ${y}) scale(${width / (2 * BALL_RADIUS)})`}>
      <circle r={BALL_RADIUS} fill={paper} />
      <path d={PATCHES} fill={ink} />
      <path d={SEAMS} stroke={ink} strokeWidth="4" />
    </g>
  );
}

/** Signs that only full time uses. With the set of all icons they would be part of the first load. */
const GLYPHS = {
  star: {
    d: 'M12 1.6L14.7 8.9L22.5 9.2L16.4 14L18.5 21.5L12 17.2L5.5 21.5L7.6 14L1.5 9.2L9.3 8.9z',
  },
  up: { d: 'M12 4l10 16H2z' },
  down: { d: 'M12 20L2 4h20z' },
  arrow: { d: 'M3 12h16M12.5 5l7 7-7 7', stroke: 3.4 },
} as const satisfies Record<string, { d: string; stroke?: number }>;

type GlyphProps = { name: keyof typeof GLYPHS; size: number };

export function Glyph({ name, size }: GlyphProps) {
  const { d, stroke }: { d: string; stroke?: number } = GLYPHS[name];
  const look = stroke
    ? { fill: 'none', stroke: 'currentColor', strokeWidth: stroke }
    : { fill: 'currentColor' };
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={d} {...look} />
    </svg>
  );
}

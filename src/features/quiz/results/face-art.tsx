import type { ReactNode } from 'react';
import styles from './face-art.module.css';
import { Football } from './football.tsx';

/** Behind a perfect game: eighteen rays from its middle, which open as one. */
export function Rays() {
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

/** What flies out of a perfect game: the big pieces as one group, the small ones as another. */
export function Burst() {
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

/** The ball in the net; it flies in along the ground. */
export function Goal() {
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

/** The ball over the bar. */
export function Miss() {
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

/** The goal on its ground, and what flies about it. */
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

import type { ReactNode } from 'react';
import type { PromoId } from '../../rules/promos.ts';
import styles from './promo-art.module.css';

/** The drawing at the top of each promotion, in a beam of light. */
const DRAWINGS: Readonly<Record<Exclude<PromoId, 'ticket-winner'>, () => ReactNode>> = {
  promo: Podium,
  daily: Podium,
  million: BallOnGold,
  progress: Climb,
  'raffle-draw': Drum,
  'entry-ticket': Ticket,
};

export function PromoArt({ id }: { id: keyof typeof DRAWINGS }) {
  const Drawing = DRAWINGS[id];
  return (
    <svg viewBox="0 0 328 148" className={styles.art} aria-hidden="true">
      <path
        className={styles.beams}
        d="M134 0L64 148h200L194 0zM0 0h30l40 148H0zM328 0h-30l-40 148h70z"
      />
      <Drawing />
    </svg>
  );
}

function BallOnGold() {
  return (
    <>
      <path className={styles.goldEdge} d="M104 124h120v14H104z" />
      <path className={styles.gold} d="M112 110h104v16H112zM124 96h80v16h-80z" />
      <Ball at="164 64" scale={1.3} />
      <path className={styles.rays} d="M164 6v14M112 22l9 11M216 22l-9 11M88 66h14M226 66h14" />
    </>
  );
}

function Climb() {
  return (
    <>
      <path className={styles.gold} d="M50 106h25v34H50zM81 94h25v46H81zM112 82h25v58h-25z" />
      <path className={styles.white} d="M143 68h25v72h-25z" />
      <path className={styles.wheel} d="M174 52h25v88h-25zM205 36h25v104h-25z" />
      <path className={styles.ground} d="M38 140h204v4H38z" />
      <path className={styles.line} d="M38 46h204" />
      <path className={styles.primary} d="M234 14h5v34h-5zM239 15l32 11-32 12z" />
      <Ball at="155.5 46" scale={0.9} />
    </>
  );
}

function Podium() {
  return (
    <>
      <path className={styles.bronze} d="M70 100h60v40H70z" />
      <path className={styles.silver} d="M134 76h60v64h-60z" />
      <path className={styles.gold} d="M198 56h60v84h-60z" />
      <path className={styles.ground} d="M56 140h216v4H56z" />
      <g className={styles.onMedal}>
        <text x="100" y="130">
          1
        </text>
        <text x="164" y="118">
          2
        </text>
        <text x="228" y="108">
          3
        </text>
      </g>
      <Ball at="228 35" scale={0.9} />
    </>
  );
}

function Drum() {
  return (
    <>
      <path
        className={styles.ground}
        d="M110 138l34-60h40l34 60h-14l-30-50h-20l-30 50zM92 138h144v6H92zM34 138h52v6H34z"
      />
      <circle cx="164" cy="68" r="58" className={styles.wheel} />
      <circle cx="164" cy="68" r="58" className={styles.rim} />
      <Slip at="140 92" turn={-24} edge={styles.goldEdge} face={styles.gold} />
      <Slip at="188 96" turn={18} edge={styles.primaryEdge} face={styles.primary} />
      <Slip at="164 74" turn={62} edge={styles.grey} face={styles.white} />
      <Slip at="136 56" turn={12} edge={styles.beams} face={styles.green} />
      <Slip at="190 50" turn={-36} edge={styles.goldEdge} face={styles.gold} />
      <path className={styles.rim} d="M222 68h22V50" />
      <circle cx="244" cy="46" r="8" className={styles.gold} />
      <Ball at="60 112" />
    </>
  );
}

type SlipProps = { at: string; turn: number; edge: string | undefined; face: string | undefined };

/** Draws a ticket in the drum. */
function Slip({ at, turn, edge, face }: SlipProps) {
  return (
    <g transform={`translate(${at}) rotate(${turn})`}>
      <path className={edge} d="M-22-9h44v20h-44z" />
      <path className={face} d="M-22-12h44V8h-44z" />
    </g>
  );
}

function Ticket() {
  return (
    <g transform="rotate(-7 164 74)">
      <path
        className={styles.goldEdge}
        d="M54 36h220v24a16 16 0 0 0 0 32v24H54V92a16 16 0 0 0 0-32z"
      />
      <path className={styles.gold} d="M54 30h220v24a16 16 0 0 0 0 32v24H54V86a16 16 0 0 0 0-32z" />
      <path className={styles.fold} d="M210 36v68" />
      <Ball at="110 70" scale={1.1} />
      <path
        className={styles.onGold}
        d="M146 56h46v8h-46zM146 72h34v8h-34zM238 56h8v10h10v8h-10v10h-8V74h-10v-8h10z"
      />
    </g>
  );
}

type BallProps = {
  /** The ball's middle, as `x y` in the surrounding drawing. */
  at: string;
  /** At scale 1 the radius is 24. */
  scale?: number;
};

/** Draws a football inside another drawing. */
function Ball({ at, scale = 1 }: BallProps) {
  return (
    <g transform={`translate(${at}) scale(${scale})`}>
      <circle r="24" fill="#FFFBF0" />
      <path
        fill="#06232B"
        d="M0-10.1L9.6-3.1L5.9 8.1L-5.9 8.1L-9.6-3.1ZM-9.3-21.8L0-17.3L9.3-21.8A24 24 0 0 0-9.3-21.8ZM17.9-15.6L16.4-5.3L23.5 2A24 24 0 0 0 17.9-15.6ZM20.3 12.2L10.1 14L5.3 23A24 24 0 0 0 20.3 12.2ZM-5.3 23L-10.1 14L-20.3 12.2A24 24 0 0 0-5.3 23ZM-23.5 2L-16.4-5.3L-17.9-15.6A24 24 0 0 0-23.5 2Z"
      />
    </g>
  );
}

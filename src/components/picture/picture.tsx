import { useId } from 'react';
import { Flag } from './flag.tsx';
import { linesOf, nameOf, type Place, placesOf } from './name-of.ts';
import styles from './picture.module.css';

type Props = { drawing: Drawing };

/**
 * Draws the picture of a question from its data. Its name for screen readers says what is drawn, but
 * never whose it is.
 */
export function Picture({ drawing }: Props) {
  return (
    <div
      className={styles.picture}
      data-picture=""
      role="img"
      aria-label={nameOf(drawing)}
      translate="no"
    >
      <Drawn drawing={drawing} />
    </div>
  );
}

function Drawn({ drawing }: Props) {
  switch (drawing.kind) {
    case 'shirt':
      return (
        <div className={styles.alone}>
          <KitDrawing kit={drawing.kit} />
        </div>
      );
    case 'flag':
      return (
        <div className={styles.alone}>
          <Flag {...drawing} />
        </div>
      );
    case 'career':
      return (
        <ol className={styles.career} aria-hidden="true">
          {drawing.clubs.map(([club, kit]) => (
            <li key={club}>
              <KitDrawing kit={kit} />
              <span>{club}</span>
            </li>
          ))}
        </ol>
      );
    case 'table':
      return <Table {...drawing} />;
    case 'score':
      return <Score {...drawing} />;
    case 'pitch':
      return <Pitch {...drawing} />;
  }
}

function Table({ season, rows }: Extract<Drawing, { kind: 'table' }>) {
  return (
    <table className={styles.table} aria-hidden="true">
      <thead>
        <tr>
          <th />
          <th>{season}</th>
          <th>Points</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([club, points], index) => (
          <tr key={club} className={club === null ? styles.gap : undefined}>
            <td>{index + 1}</td>
            <td>{club ?? 'Who?'}</td>
            <td>{points}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Score({ sides, goals, scorers, note }: Extract<Drawing, { kind: 'score' }>) {
  const side = (name: string | null) => <span className={styles.side}>{name ?? <Gap />}</span>;
  return (
    <div className={styles.score} aria-hidden="true">
      <p className={styles.line}>
        {side(sides[0])}
        <b>
          {goals[0]} - {goals[1]}
        </b>
        {side(sides[1])}
      </p>
      {note && <p className={styles.note}>{note}</p>}
      {scorers && (
        <div className={styles.scorers}>
          {scorers.map((names, index) => (
            <ul key={sides[index]}>
              {names.map((name) => (
                <li key={name}>{name ?? <Gap />}</li>
              ))}
            </ul>
          ))}
        </div>
      )}
    </div>
  );
}

/** A mark in the place of the name that the question asks for. */
const Gap = () => <span className={styles.ask}>Who?</span>;

/**
 * A shirt: its pattern, the colour of its ground, and the second colour, which only `plain` does not
 * need.
 */
export type Kit = readonly [pattern: string, ground: string, second?: string];

/**
 * A mark on a flag: its shape, its colour, and its middle and size in hundredths of the flag's height.
 */
export type Mark = readonly [shape: string, colour: string, x: number, y: number, size: number];

/** The data of a question's picture. Where a name is `null`, the question asks for it. */
export type Drawing =
  | { kind: 'shirt'; kit: Kit }
  | {
      kind: 'flag';
      bands: 'level' | 'upright';
      colours: readonly string[];
      weights?: readonly number[] | undefined;
      marks?: readonly Mark[] | undefined;
    }
  | { kind: 'career'; clubs: readonly (readonly [club: string, kit: Kit])[] }
  | {
      kind: 'table';
      season: string;
      rows: readonly (readonly [club: string | null, points: number])[];
    }
  | {
      kind: 'score';
      sides: readonly [string | null, string | null];
      goals: readonly [number, number];
      scorers?: readonly [readonly (string | null)[], readonly (string | null)[]] | undefined;
      note?: string | undefined;
    }
  | { kind: 'pitch'; formation: string; gold: number };

const OUTLINE = 'M15 6L4 12l4.5 9 4.5-2v16h14V19l4.5 2 4.5-9-11-6q-5 5-10 0z';

/** The patterns on a shirt, drawn on a grid of 40 by 40. */
const PATTERNS: Readonly<Record<string, string>> = {
  stripes:
    'M6 0h3.5v40H6zM12 0h3.5v40H12zM18.2 0h3.6v40h-3.6zM24.5 0H28v40h-3.5zM30.5 0H34v40h-3.5z',
  hoops: 'M0 11h40v4H0zM0 19h40v4H0zM0 27h40v4H0z',
  halves: 'M20 0h20v40H20z',
  sash: 'M9 6h7l16 29h-7z',
  sleeves: 'M0 0h11.5v40H0zM28.5 0H40v40H28.5z',
  centre: 'M14.5 0h11v40h-11z',
  band: 'M0 17h40v7H0z',
};

/** A football shirt with a chalk outline. The element around it sets its size. */
function KitDrawing({ kit: [pattern, ground, second] }: { kit: Kit }) {
  const clip = `kit${useId().replace(/\W/g, '')}`;
  return (
    <svg viewBox="2 4 36 32" aria-hidden="true">
      <clipPath id={clip}>
        <path d={OUTLINE} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path fill={`#${ground}`} d="M0 0h40v40H0z" />
        {second && <path fill={`#${second}`} d={PATTERNS[pattern]} />}
      </g>
      <path className={styles.outline} strokeWidth="1.6" d={OUTLINE} />
    </svg>
  );
}

/** The grass reaches beyond the pitch, because on some screens the picture is broader than the pitch. */
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
/** How far apart the first and the last player of a line are, by the number of players in the line. */
const BREADTHS = [0, 0, 44, 76, 92, 100, 104];
/** How much further forward a winger's place is. */
const WING_X = 7;

/** A pitch with a team of eleven that plays to the right. The player in question is gold. */
function Pitch({ formation, gold }: Extract<Drawing, { kind: 'pitch' }>) {
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

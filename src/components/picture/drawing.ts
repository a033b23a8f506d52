/** A shirt: its pattern, its ground, and the second colour of every pattern but `plain`. */
export type Kit = readonly [pattern: string, ground: string, second?: string];

/** A mark on a flag: what it is, its colour, and its middle and size in hundredths of the flag's height. */
export type Mark = readonly [shape: string, colour: string, x: number, y: number, size: number];

/** What is drawn beside a question; a name that is `null` is the one that is asked for. */
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

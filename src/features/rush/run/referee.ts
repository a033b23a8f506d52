import type { RushAnswer, Verdict } from '../../../contract/rush.ts';
import type { RushEnd, RushRun } from '../../../rules/rush-run.ts';
import type { PowerUp } from '../../../rules/tournament.ts';

/** A question as it lies on the table: nobody here knows its answer. */
export type Card = { id: string; question: string; options: readonly string[] };

/** The level at which each power-up was used. */
export type Used = RushRun['used'];

/** Where a run stands, as its referee tells it; times in milliseconds from the telling. */
export type Position = {
  card: Card;
  level: number;
  /** Points so far. */
  score: number;
  /** The level's whole time, and what is left of it. */
  timerMs: number;
  leftMs: number;
  /** For how long the clock still stands: before it starts, or by Time Freeze. */
  waitsMs: number;
  isFrozen: boolean;
  optionsLeft: readonly string[] | null;
  used: Used;
};

/** How a level was judged, and what comes next. */
export type Judged = Pick<
  Verdict,
  'verdict' | 'answer' | 'score' | 'timerMs' | 'ended' | 'ticketBack'
> & {
  next: Card | null;
  /** Where the run stands by now, of a repeat: `null` where it has gone on from there, or ended. */
  position?: Position | null;
};

/**
 * What a power-up has changed: where the run stands with it (`null` where it has gone on from there,
 * or ended meanwhile), or how it had ended before it came.
 */
export type Powered = { position: Position | null } | { ended: RushEnd; ticketBack: boolean };

/** How a run has ended, and what it counted. */
export type Ending = { how: RushEnd; points: number; ticketBack: boolean };

/** Who holds a run and judges it: the server, or the phone itself. */
export type Referee = {
  /** Where the run stands now; `null` once it has ended. */
  current: (signal: AbortSignal) => Promise<Position | null>;
  answer: (body: RushAnswer, key: string, signal: AbortSignal) => Promise<Judged>;
  applyPowerUp: (
    body: { level: number; powerUp: PowerUp },
    key: string,
    signal: AbortSignal,
  ) => Promise<Powered>;
  /** Ends the run if it is still open, and tells what it counted. */
  end: (key: string, signal: AbortSignal) => Promise<Ending>;
};

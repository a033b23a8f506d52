import * as v from 'valibot';
import { RUSH_KEY } from '../../config/storage-keys.ts';
import { type Question, questionSchema } from '../../contract/points.ts';
import { rushAnswerSchema } from '../../contract/rush.ts';
import { keptValue } from '../../lib/kept.ts';
import { RUSH_ENDS, type RushRun } from '../../rules/rush-run.ts';
import { POWER_UPS } from '../../rules/tournament.ts';

const level = v.pipe(v.number(), v.integer());

/** A step of a sealed run, as it was first sent. A repeat is the same call, with the same key. */
const keptCallSchema = v.variant('kind', [
  v.object({ kind: v.literal('answer'), key: v.string(), body: rushAnswerSchema }),
  v.object({
    kind: v.literal('power-up'),
    key: v.string(),
    body: v.object({ level, powerUp: v.picklist(POWER_UPS) }),
  }),
]);

export type KeptCall = v.InferOutput<typeof keptCallSchema>;

/** A run that the phone judges itself, for an API without sealed runs. */
const ownRunSchema = v.object({
  questions: v.array(questionSchema),
  rows: v.array(
    v.object({
      choice: v.nullable(v.string()),
      ms: v.number(),
      end: v.picklist(['right', 'wrong', 'timeout', 'skipped', 'left']),
      isDouble: v.boolean(),
    }),
  ),
  shownAt: v.number(),
  used: v.object({
    skip: v.exactOptional(level),
    'time-freeze': v.exactOptional(level),
    'double-points': v.exactOptional(level),
    'fifty-fifty': v.exactOptional(level),
  }),
  frozenAt: v.nullable(v.number()),
  optionsLeft: v.nullable(v.array(v.string())),
  allowanceMs: v.number(),
  ended: v.nullable(v.picklist(RUSH_ENDS)),
});

export type OwnRun = RushRun<Question>;

const schema = v.object({
  playerId: v.string(),
  /** The key of the start that opened the run, or was to open it. A repeat is the same call. */
  startKey: v.string(),
  /**
   * The server's id of the run; `null` until the server has sent it, and for a run that the phone judges
   * itself.
   */
  runId: v.nullable(v.string()),
  call: v.nullable(keptCallSchema),
  own: v.nullable(ownRunSchema),
  /** The key of the call that ends the run once. */
  endKey: v.string(),
});

/** A run as the phone keeps it, so that a reload loses nothing. */
export type KeptRun = Omit<v.InferOutput<typeof schema>, 'own'> & { own: OwnRun | null };

const kept = keptValue<KeptRun>('localStorage', RUSH_KEY, schema);

/** The run that this phone keeps of a player; `null` if it keeps no run. */
export function readKeptRun(playerId: string): KeptRun | null {
  const run = kept.get();
  return run?.playerId === playerId ? run : null;
}

/** Keeps a run. If the phone refuses to store it, the run is kept as long as the page is open. */
export function keepRun(run: KeptRun): void {
  kept.set(run);
}

/** Changes the kept run. A run that was forgotten meanwhile stays forgotten. */
export function changeKept(playerId: string, change: Partial<KeptRun>): void {
  const run = readKeptRun(playerId);
  if (run) keepRun({ ...run, ...change });
}

/** Forgets the run when its end is known, so that nothing of it is sent again. */
export const dropRun = kept.forget;

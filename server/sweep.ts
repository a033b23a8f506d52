import type { FastifyBaseLogger } from 'fastify';
import type { Game } from './game.ts';
import { RECORD_LIFE_MS } from './idempotency.ts';
import { expireRoundsOf, playersWithOverdueRounds } from './rounds/expire.ts';

const SWEEP_EVERY_MS = 10 * 60_000;
const PLAYERS_A_SWEEP = 500;

/** Frees what rounds hold that never came back, and deletes what has outlived its use. */
export async function sweep(game: Pick<Game, 'db' | 'now'>): Promise<void> {
  const { db } = game;
  const now = game.now();
  for (const playerId of await playersWithOverdueRounds(db, now, PLAYERS_A_SWEEP)) {
    await expireRoundsOf(db, playerId, now);
  }
  await db
    .deleteFrom('idempotency_records')
    .where('created_at', '<', new Date(now - RECORD_LIFE_MS))
    .execute();
  await db.deleteFrom('sessions').where('expires_at', '<', new Date(now)).execute();
}

/** Sweeps now and then for as long as the process runs; gives what ends it. */
export function sweepRegularly(
  game: Pick<Game, 'db' | 'now'>,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => sweep(game)).catch((err) => log.error({ err }, 'a sweep failed'));
  }, SWEEP_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

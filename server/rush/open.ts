import { randomUUIDv7 } from 'node:crypto';
import { beginRun } from '../../src/rules/rush-run.ts';
import { RUSH_QUESTIONS } from '../../src/rules/tournament.ts';
import { lockPlayer, readPool } from '../accounts/players.ts';
import { refuseUnlessMayPlay } from '../accounts/rush-conditions.ts';
import type { Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import { takeTicket } from '../ledger/rush-entries.ts';
import { oldestTicket } from '../payments/tickets.ts';
import type { Services } from '../services.ts';
import { dealRunQuestions } from './deal-run.ts';
import { findOpenRun } from './runs.ts';

/** Who opens a run; where from, as it is kept: signed. */
export type Opener = { playerId: number; deviceHash: string | null; addressHash: string };

/** Opens a run of the oldest ticket that is not played, and gives its id (game.md#rush-run). */
export async function openRun(
  trx: Trx,
  services: Services,
  { playerId, deviceHash, addressHash }: Opener,
): Promise<string> {
  await lockPlayer(trx, playerId);
  if (await findOpenRun(trx, playerId)) {
    throw new Refusal(409, 'rush/running', 'Finish the run you have open first');
  }
  const asked = services.now();
  await refuseUnlessMayPlay(trx, services, playerId, asked);
  const ticket = await oldestTicket(trx, playerId);
  if (ticket === null) {
    throw new Refusal(409, 'rush/no-ticket', 'You have no ticket left: buy one to play');
  }
  const questions = await dealRunQuestions(trx, services, playerId, asked);
  if (questions.length !== RUSH_QUESTIONS) {
    throw new Error(`a run was dealt ${questions.length} questions`);
  }
  const id = randomUUIDv7();
  const now = services.now();
  await takeTicket(trx, { runId: id, playerId }, now);
  await trx
    .insertInto('rush_runs')
    .values({
      id,
      player_id: playerId,
      ticket,
      pool: await readPool(trx, playerId),
      run: JSON.stringify(beginRun(questions, now)),
      opened_at: new Date(now),
      device_hash: deviceHash,
      address_hash: addressHash,
    })
    .execute();
  return id;
}

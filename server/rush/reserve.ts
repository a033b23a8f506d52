import { randomInt } from 'node:crypto';
import { type DealtQuestion, deal } from '../../question-bank/reader/deal.ts';
import { LEVELS } from '../../src/rules/levels.ts';
import { RUSH_QUESTIONS } from '../../src/rules/tournament.ts';
import type { Trx } from '../database/tables.ts';
import type { Services } from '../services.ts';

/** The questions of a run: five easy, five medium, five hard (game.md#sealed-runs). */
export async function dealRunQuestions(
  _trx: Trx,
  services: Pick<Services, 'bank'>,
  _playerId: number,
  _now: number,
): Promise<DealtQuestion[]> {
  const each = RUSH_QUESTIONS / LEVELS.length;
  return LEVELS.flatMap((level) => {
    const pool = services.bank.questions.filter((question) => question.level === level);
    return deal(pool, new Map(), each, randomInt(2 ** 32));
  });
}

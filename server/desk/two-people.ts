import { sql } from 'kysely';
import { DAY_MS, dayOf } from '../../src/rules/calendar.ts';
import { formatKobo } from '../../src/rules/money.ts';
import { formatNumber } from '../../src/rules/numbers.ts';
import type { Db, Trx } from '../database/tables.ts';
import { DeskError } from './socket.ts';

/** The time in which a second operator must agree. After it, the first operator must approve again. */
const YES_LASTS_MS = 7 * DAY_MS;

/**
 * A statement that two operators must both make. `madeAt` is the time when its subject was made, if the
 * subject is older than the question.
 */
export type Approval = { subject: string; says: string; madeAt?: Date };

/**
 * Records an operator's approval. Gives `null` if another operator has made the same statement; both
 * approvals are then deleted. Otherwise gives the reply to the operator (operators.md#two-people). Throws
 * DeskError if this operator's approval does not count.
 */
export async function askTwo(
  trx: Trx,
  operator: string,
  { subject, says, madeAt }: Approval,
  now: number,
): Promise<string[] | null> {
  // If two operators approve at the same time, the later one must see the earlier approval.
  await takeTurn(trx);
  const lapsed = new Date(now - YES_LASTS_MS);
  const { added_at: addedAt } = await trx
    .selectFrom('operators')
    .select('added_at')
    .where('name', '=', operator)
    .executeTakeFirstOrThrow();
  if (madeAt && addedAt > madeAt && addedAt > lapsed) {
    throw new DeskError(
      `${operator} became an operator after it was made: their yes counts from ${new Date(addedAt.getTime() + YES_LASTS_MS).toISOString()}`,
    );
  }
  await trx
    .insertInto('operator_yes')
    .values({ subject, operator, says, at: new Date(now) })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'operator']).doUpdateSet({ says, at: new Date(now) }),
    )
    .execute();
  const others = (await saidOf(trx, subject, now)).filter((one) => one.operator !== operator);
  const same = others.filter((one) => one.says === says);
  if (same.some(({ at }) => addedAt <= at)) {
    await trx.deleteFrom('operator_yes').where('subject', '=', subject).execute();
    return null;
  }
  const isAlone = (await othersThan(trx, operator)) === 0;
  return [
    `${operator} says yes. Another operator has to say the same within seven days: nothing has changed`,
    ...others
      .filter((one) => one.says !== says)
      .map(
        (one) => `${one.operator} said otherwise: ${one.says}. You say: ${says}. Look again, both`,
      ),
    ...same.map(
      (one) =>
        `${one.operator} said so before ${operator} was an operator: ask them to say it again`,
    ),
    ...(isAlone ? ['There is no other operator: docs/operations/operators.md, Two people'] : []),
  ];
}

/** What operators have said about a subject on which no two of them have agreed yet. */
export function saidOf(db: Db, subject: string, now: number) {
  return db
    .selectFrom('operator_yes')
    .innerJoin('operators', 'name', 'operator')
    .select(['operator', 'says', 'at'])
    .where('subject', '=', subject)
    .where('at', '>', new Date(now - YES_LASTS_MS))
    .where('removed_at', 'is', null)
    .orderBy('at')
    .execute();
}

/** An amount to move. `limit` is what one operator may move alone in a day, for one player and in all. */
export type Moved = {
  playerId: number;
  unit: 'coins' | 'kobo';
  amount: number;
  limit: number;
};

/**
 * Gives `null` if the operator may move the sum alone. Two sums of this Lagos day must stay within the limit,
 * each with the new sum: what single operators moved for this player, and what this operator moved alone.
 * Beyond the limit two operators are needed, as in `askTwo`.
 */
export async function askOneOrTwo(
  trx: Trx,
  operator: string,
  { asked, moved }: { asked: Approval; moved: Moved },
  now: number,
): Promise<string[] | null> {
  const why = await tooMuchAlone(trx, operator, moved, now);
  if (why === null) return null;
  const reply = await askTwo(trx, operator, asked, now);
  return reply && [...reply, why];
}

/**
 * Records the sum if the operator may move it alone, as `askOneOrTwo` says, and gives `null`. Otherwise gives
 * the reason why the sum is too large.
 */
export async function tooMuchAlone(
  trx: Trx,
  operator: string,
  { playerId, unit, limit, ...moved }: Moved,
  now: number,
): Promise<string | null> {
  const amount = Math.abs(moved.amount);
  if (amount === 0) return null;
  await takeTurn(trx);
  const before = await movedAlone(trx, { operator, playerId, unit }, now);
  if (before + amount <= limit) {
    const row = { operator, player_id: playerId, unit, amount, at: new Date(now) };
    await trx.insertInto('operator_alone').values(row).execute();
    return null;
  }
  const shown = (sum: number) => (unit === 'kobo' ? formatKobo(sum) : `${formatNumber(sum)} coins`);
  return `One operator alone moves ${shown(limit)} a day, of a player and in all; ${shown(before)} were moved so today`;
}

/** What single operators moved today for the player, or what this operator moved alone, whichever is more. */
async function movedAlone(
  trx: Trx,
  { operator, playerId, unit }: { operator: string; playerId: number; unit: Moved['unit'] },
  now: number,
): Promise<number> {
  const { startsAt, endsAt } = dayOf(now);
  const rows = await trx
    .selectFrom('operator_alone')
    .select(['operator', 'player_id', 'amount'])
    .where('at', '>=', new Date(startsAt))
    .where('at', '<', new Date(endsAt))
    .where('unit', '=', unit)
    .where(({ eb, or }) => or([eb('operator', '=', operator), eb('player_id', '=', playerId)]))
    .execute();
  const sum = (of: typeof rows) => of.reduce((total, row) => total + row.amount, 0);
  return Math.max(
    sum(rows.filter((row) => row.operator === operator)),
    sum(rows.filter((row) => row.player_id === playerId)),
  );
}

/** Makes approvals wait for one another, so that two of them never count the same sums. */
async function takeTurn(trx: Trx): Promise<void> {
  await sql`lock table operator_yes in share row exclusive mode`.execute(trx);
}

async function othersThan(trx: Trx, operator: string): Promise<number> {
  const { count } = await trx
    .selectFrom('operators')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('removed_at', 'is', null)
    .where('name', '!=', operator)
    .executeTakeFirstOrThrow();
  return Number(count);
}

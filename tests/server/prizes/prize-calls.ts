import type { KyselyPlugin } from 'kysely';
import { type BoardName, creditBoards } from '../../../server/boards/boards.ts';
import { readConfig } from '../../../server/config/config.ts';
import type { Tables, Trx } from '../../../server/database/tables.ts';
import { makeAndJudgePayouts } from '../../../server/prizes/judge.ts';
import {
  advancePayout,
  type Payout,
  type PayoutChange,
  takePayout,
} from '../../../server/prizes/payouts.ts';
import { readPayouts } from '../../../server/prizes/player-payouts.ts';
import type { SendSms } from '../../../server/providers/sms.ts';
import type { Payout as Shown } from '../../../src/contract/payouts.ts';
import { DAY_MS, dayOf, monthOf, type Period, weekOf } from '../../../src/rules/calendar.ts';
import type { Level } from '../../../src/rules/levels.ts';
import { nairaToKobo, RUSH_TICKET } from '../../../src/rules/money.ts';
import type { Pool } from '../../../src/rules/networks.ts';
import { claimAt } from '../../support/proof.ts';
import { newKey, type TestServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { addAccount, newAccount } from '../accounts/bank-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';

const MINUTE_MS = 60_000;

/** How a ticket of Millionaire Rush was paid for, and where it was played. */
export type Ticket = {
  naira?: number;
  payer?: string;
  card?: string;
  device?: string;
  address?: string;
  state?: 'counted' | 'void';
};

type Scored = { pool?: Pool; played?: 'round' | 'rush'; ticket?: Ticket };

/**
 * Gives a player points now, as a result does; in a run, on a ticket dear enough for any tier's
 * full prize.
 */
export async function score(
  { server, id: playerId }: Pick<TestPlayer, 'server' | 'id'>,
  points: number,
  { pool = 'all', played = 'round', ticket = { naira: 1_000_000 } }: Scored = {},
): Promise<void> {
  const at = server.clock.at;
  const earned = { playerId, pool, played, points, issuedAt: at, arrivedAt: at };
  await server.db.transaction().execute(async (trx) => {
    if (played === 'rush') await playTicket(trx, { playerId, pool, points, at }, ticket);
    if (ticket.state !== 'void') await creditBoards(trx, server.ranking, earned);
  });
}

type Run = { playerId: number; pool: Pool; points: number; at: number };

/** A paid ticket of a player and its run, as the database has them. */
async function playTicket(trx: Trx, { playerId, pool, points, at }: Run, ticket: Ticket) {
  const { naira = 200, state = 'counted', payer = null, card } = ticket;
  const reference = newKey();
  const now = new Date(at);
  const ends = { asked_at: now, ended_at: now, prompted_at: null, created_at: now };
  await trx
    .insertInto('payments')
    .values({
      ...ends,
      reference,
      player_id: playerId,
      way: payer === null ? 'card' : 'mobile-money',
      product: RUSH_TICKET,
      coins: 0,
      kobo: nairaToKobo(naira),
      fee_kobo: 300,
      state: 'paid',
      payer,
      handle: null,
      said: JSON.stringify({ reference, ...(card && { card }) }),
    })
    .execute();
  await trx
    .insertInto('rush_tickets')
    .values({ reference, player_id: playerId, bought_at: now })
    .execute();
  const id = newKey();
  await trx
    .insertInto('rush_runs')
    .values({
      id,
      player_id: playerId,
      ticket: reference,
      pool,
      run: JSON.stringify({ questions: [], rows: [], used: {} }),
      opened_at: now,
      device_hash: ticket.device ?? null,
      address_hash: ticket.address ?? null,
    })
    .execute();
  await trx
    .updateTable('rush_runs')
    .set({ state, closed_at: now, points: state === 'void' ? 0 : points })
    .where('id', '=', id)
    .execute();
}

/**
 * Lets a player have passed a proof round before, for a prize with this many of each ten answers
 * right.
 */
export async function hasProved(
  { server, id }: TestPlayer,
  { level = 'easy' as Level, right = 8 } = {},
): Promise<void> {
  const at = new Date(server.clock.at);
  await server.db
    .insertInto('proof_rounds')
    .values({
      id: newKey(),
      player_id: id,
      state: 'passed',
      why: 'first prize',
      claim: claimAt(level, right),
      asked_at: at,
      due_at: at,
      opened_at: at,
      closed_at: at,
    })
    .execute();
}

/** An adult who has proved their play, with a bank account and this many points now. */
export async function ready(server: TestServer, points: number, scored: Scored = {}) {
  const player = await server.signUp();
  await bornOn(player, '1990-05-17');
  await addAccount(player, newAccount());
  await hasProved(player);
  await score(player, points, scored);
  return player;
}

/** Moves to the minute in which a period's places become payouts. */
export function close(server: TestServer, { endsAt }: Period): void {
  server.clock.at = endsAt + DAY_MS + MINUTE_MS;
}

export const thisWeek = ({ clock }: TestServer) => weekOf(clock.at);
export const thisDay = ({ clock }: TestServer) => dayOf(clock.at);
export const thisMonth = ({ clock }: TestServer) => monthOf(clock.at);

/** Texts that were sent, each as number and text. */
export type Inbox = { to: string; text: string }[];

/** Every query after a process was killed fails. */
export function killedAfter(queries: number): KyselyPlugin {
  let left = queries;
  return {
    transformQuery: ({ node }) => {
      left -= 1;
      if (left < 0) throw new Error('the process was killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

type Paying = { env?: Record<string, string>; sendSms?: SendSms; db?: TestServer['db'] };

/** The work of each process every minute; texts are sent only if a test supplies the sender. */
export async function payDue(server: TestServer, { env = {}, sendSms, db }: Paying = {}) {
  const texting = sendSms ? { SIGN_IN_POLICY: 'otp' } : {};
  const services = {
    db: db ?? server.db,
    now: () => server.clock.at,
    config: readConfig({ ...texting, ...env }),
    sendSms: sendSms ?? (async () => {}),
  };
  await makeAndJudgePayouts(services, server.app.log);
}

/** The same ten minutes later, when held prizes are checked again. */
export async function payLater(server: TestServer, ms = 10 * MINUTE_MS): Promise<void> {
  server.clock.at += ms;
  await payDue(server);
}

/** A board's payouts of everybody, by place. */
export function payoutsOn({ db }: TestServer, board: BoardName, { startsAt }: Period) {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('board', '=', board)
    .where('period_start', '=', new Date(startsAt))
    .orderBy('pool')
    .orderBy('tier')
    .orderBy('place')
    .execute();
}

/** A player's prizes as the API gives them, however long ago they signed in. */
export const winnings = ({ server, id }: TestPlayer): Promise<Shown[]> =>
  readPayouts(server.db, id);

/** Their one prize. */
export async function prize(player: TestPlayer): Promise<Shown> {
  const [one, ...others] = await winnings(player);
  if (!one || others.length > 0) throw new Error(`${others.length + Number(!!one)} prizes`);
  return one;
}

/** A payout that is sent without a named account. */
export const leaving = (sentAs = newKey()) =>
  ({ event: 'sent', by: 'sender', account: null, isByHand: false, sentAs }) as const;

/** Takes a player's one payout a step on. */
export async function goOn(player: TestPlayer, given: PayoutChange): Promise<Payout> {
  const { db, clock } = player.server;
  const id = await idOf(db, (await prize(player)).reference);
  return db.transaction().execute(async (trx) => {
    const payout = await takePayout(trx, id);
    if (payout === null) throw new Error('another process has the payout');
    return advancePayout(trx, payout, given, clock.at);
  });
}

export async function idOf(db: TestServer['db'], reference: string): Promise<number> {
  const { id } = await db
    .selectFrom('payouts')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return id;
}

/** The books on prizes, in kobo by account; all movements together sum to zero. */
export async function prizeBooks({ db }: TestServer): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('ledger_postings')
    .select(({ fn }) => ['account', fn.sum<number>('amount').as('kobo')])
    .where('unit', '=', 'kobo')
    .where('account', 'in', ['prizes', 'house:prizes', 'house:withheld', 'house:clearing:cash'])
    .groupBy('account')
    .execute();
  return Object.fromEntries(rows.map(({ account, kobo }) => [account, Number(kobo)]));
}

/** Counts a table's rows. */
export async function countOf({ db }: TestServer, table: keyof Tables): Promise<number> {
  const rows = await db.selectFrom(table).selectAll().execute();
  return rows.length;
}

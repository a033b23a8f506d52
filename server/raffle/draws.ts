import { sql } from 'kysely';
import type { Draw } from '../../src/contract/raffle.ts';
import { beaconFigure } from '../../src/rules/beacon.ts';
import {
  BLOCK_TICKETS,
  drawnTickets,
  fromHex,
  leafOf,
  pathOf,
  rootOf,
  toHex,
} from '../../src/rules/draw.ts';
import { namedRaffleMonth, raffleMonthOf } from '../../src/rules/raffle.ts';
import { readTicketCode } from '../../src/rules/ticket-code.ts';
import type { Config } from '../config/config.ts';
import { sha256Bytes } from '../crypto/hash.ts';
import type { Db, Trx } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { isRaffleOpen } from './raffle.ts';

/** Reads a month's draw as it is stored, including the secret seed. */
export function findDraw(db: Db, month: string) {
  return db.selectFrom('raffle_draws').selectAll().where('month', '=', month).executeTakeFirst();
}

/** Reads the public part of a draw in its present state; `null` for a month without a draw. */
export async function readDraw(
  db: Db,
  { contest }: Pick<Config, 'contest'>,
  named: string,
  now: number,
): Promise<Draw | null> {
  const month = namedRaffleMonth(named);
  if (month === null) return null;
  const row = await findDraw(db, named);
  if (!row && named !== raffleMonthOf(now).month) return null;
  const isDrawn = row?.drawn_at != null;
  return {
    month: named,
    state: isDrawn ? 'drawn' : row?.sealed_at ? 'sealed' : 'open',
    closesAt: new Date(month.endsAt).toISOString(),
    sealedAt: row?.sealed_at?.toISOString() ?? null,
    drawnAt: row?.drawn_at?.toISOString() ?? null,
    tickets: row?.tickets ?? null,
    root: row?.root ?? null,
    seedHash: row?.seed_hash ?? null,
    seed: isDrawn ? row.seed : null,
    figure: {
      what: row?.figure ?? null,
      spelling: row?.figure_spelling ?? null,
      namedAt: row?.figure_named_at?.toISOString() ?? null,
      value: isDrawn ? row.figure_value : null,
    },
    winners: (await winnersOf(db, named)).map(({ index, code, naira }) => ({ index, code, naira })),
    promoter: contest?.promoter ?? null,
    permit: contest?.permit ?? null,
  };
}

/** Reads the drawn tickets, in the order of the draw. */
export function winnersOf(db: Db, month: string) {
  return db
    .selectFrom('raffle_winners')
    .selectAll()
    .where('month', '=', month)
    .orderBy('place')
    .execute();
}

/** Reads the month of the newest draw with a sealed list; `null` before the first draw. */
export async function lastDraw(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('raffle_draws')
    .select('month')
    .where('sealed_at', 'is not', null)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.month ?? null;
}

/** A drawn ticket and its owner; a reserve has 0 naira. */
type DrawnTicket = { place: number; playerId: number; code: string; naira: number };

/**
 * Reads the winners' tickets and then the reserves' tickets, in the order of the draw; empty before the draw
 * (game.md#checked-draw).
 */
export function drawnWinners(db: Db, month: string): Promise<DrawnTicket[]> {
  return db
    .selectFrom('raffle_winners as winner')
    .innerJoin('raffle_tickets as ticket', 'ticket.code', 'winner.code')
    .select(['place', 'ticket.player_id as playerId', 'winner.code', 'naira'])
    .where('winner.month', '=', month)
    .orderBy('place')
    .execute();
}

/** What decides a draw: the sealed list, the seed and the figure. */
type Drawable = {
  month: string;
  seed: string;
  root: string;
  tickets: number;
  figure: string;
  naira: number;
  places: number;
  reserves: number;
};

/** Draws the winners of a sealed month. The caller has locked the row of the draw (draw.md#the-winner). */
export async function drawTickets(trx: Trx, of: Drawable, now: number): Promise<void> {
  const { month, places, naira } = of;
  const indices = await drawnTickets({ ...of, count: places + of.reserves }, sha256Bytes);
  for (const [at, index] of indices.entries()) {
    const code = await codeAt(trx, month, index);
    const row = { month, place: at + 1, index, code, naira: at < places ? naira : 0 };
    await trx.insertInto('raffle_winners').values(row).execute();
  }
  await trx
    .updateTable('raffle_draws')
    .set({ drawn_at: new Date(now) })
    .where('month', '=', month)
    .execute();
}

type Sealing = Pick<Services, 'db' | 'now' | 'config'>;

/**
 * Closes each month whose entries are over, and seals its list. Only one process does each step. If it is
 * killed in between, another process continues (game.md#raffle-draw).
 */
export async function sealDraws(services: Sealing): Promise<void> {
  const { db, now, config } = services;
  if (!isRaffleOpen(config)) return;
  const due = await db
    .selectFrom('raffle_draws')
    .select('month')
    .where('closes_at', '<=', new Date(now()))
    .where('sealed_at', 'is', null)
    .orderBy('month')
    .execute();
  for (const { month } of due) {
    await db.transaction().execute((trx) => close(trx, month, now()));
    // The database's statistics may be from a time when the table was small. With those, the database would
    // sort the whole table for each stretch of codes.
    await sql`analyze raffle_tickets`.execute(db);
    await db.transaction().execute((trx) => seal(trx, month, now));
  }
}

/**
 * Closes a month to new tickets. Results, which write tickets, wait only for this and not for the seal, in
 * which a million tickets may be hashed: a transaction that has locked the table never waits for a seal.
 */
async function close(trx: Trx, month: string, now: number): Promise<void> {
  const draw = await lockDraw(trx, month).where('closed_at', 'is', null).executeTakeFirst();
  if (!draw) return;
  await sql`lock table raffle_tickets in share mode`.execute(trx);
  await trx
    .updateTable('raffle_draws')
    .set({ closed_at: new Date(now) })
    .where('month', '=', month)
    .execute();
}

/** Locks a month's draw that is not sealed; finds nothing while another process has locked it. */
function lockDraw(trx: Trx, month: string) {
  const draw = trx.selectFrom('raffle_draws').select('figure').where('month', '=', month);
  return draw.where('sealed_at', 'is', null).forUpdate().skipLocked();
}

async function seal(trx: Trx, month: string, now: () => number): Promise<void> {
  const draw = await lockDraw(trx, month).where('closed_at', 'is not', null).executeTakeFirst();
  if (!draw) return;
  const roots: Uint8Array<ArrayBuffer>[] = [];
  let tickets = 0;
  for await (const codes of stretchesOf(trx, month, BLOCK_TICKETS)) {
    const root = await rootOf(await leavesOf(codes), sha256Bytes);
    const block = { month, number: roots.length, first_code: codes[0] ?? '', root: toHex(root) };
    await trx.insertInto('raffle_blocks').values(block).execute();
    roots.push(root);
    tickets += codes.length;
  }
  const sealedAt = now();
  await trx
    .updateTable('raffle_draws')
    .set({
      tickets,
      root: toHex(await rootOf(roots, sha256Bytes)),
      sealed_at: new Date(sealedAt),
      ...(draw.figure === null && {
        figure: beaconFigure(sealedAt),
        figure_spelling: 'hex' as const,
        figure_named_at: new Date(sealedAt),
      }),
    })
    .where('month', '=', month)
    .execute();
}

/** Reads the sorted codes of a month's list, a stretch at a time. */
async function* stretchesOf(db: Db, month: string, tickets: number): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const codes = await readCodes(db, { month, tickets }, ['>', last]);
    if (codes.length > 0) yield codes;
    if (codes.length < tickets) return;
    last = codes.at(-1) ?? '';
  }
}

type Stretch = { month: string; tickets: number };

async function readCodes(
  db: Db,
  { month, tickets }: Stretch,
  from: ['>' | '>=', string],
): Promise<string[]> {
  const rows = await db
    .selectFrom('raffle_tickets')
    .select('code')
    .where('month', '=', month)
    .where('code', ...from)
    .orderBy('code')
    .limit(tickets)
    .execute();
  return rows.map(({ code }) => code);
}

function blockFrom(db: Db, month: string, first: string): Promise<string[]> {
  return readCodes(db, { month, tickets: BLOCK_TICKETS }, ['>=', first]);
}

/** Gives the hashes that tickets have in the tree, by their codes. */
export function leavesOf(codes: readonly string[]) {
  return Promise.all(codes.map((code) => leafOf(code, sha256Bytes)));
}

/** Reads the code at an index of a sealed list. */
async function codeAt(db: Db, month: string, index: number): Promise<string> {
  const block = await db
    .selectFrom('raffle_blocks')
    .select('first_code')
    .where('month', '=', month)
    .where('number', '=', Math.floor(index / BLOCK_TICKETS))
    .executeTakeFirstOrThrow();
  const codes = await blockFrom(db, month, block.first_code);
  const code = codes[index % BLOCK_TICKETS];
  if (code === undefined) throw new Error(`no ticket of ${month} is at ${index}`);
  return code;
}

/**
 * Reads the path from a ticket to the root of a sealed list's tree, by the code as it was typed; `null` if
 * the ticket is not in the list.
 */
export async function ticketPath(db: Db, month: string, typed: string) {
  const code = readTicketCode(typed);
  if (code === null) return null;
  const blocks = await db
    .selectFrom('raffle_blocks')
    .select(['first_code', 'root'])
    .where('month', '=', month)
    .orderBy('number')
    .execute();
  const number = blocks.findLastIndex(({ first_code }) => first_code <= code);
  const first = blocks[number]?.first_code;
  if (first === undefined) return null;
  const codes = await blockFrom(db, month, first);
  const at = codes.indexOf(code);
  if (at === -1) return null;
  const roots = blocks.map(({ root }) => fromHex(root));
  const path = [
    ...(await pathOf(await leavesOf(codes), at, sha256Bytes)),
    ...(await pathOf(roots, number, sha256Bytes)),
  ];
  return {
    code,
    index: number * BLOCK_TICKETS + at,
    path: path.map((hash) => Buffer.from(hash).toString('hex')),
  };
}

const TICKETS_A_STRETCH = 10_000;

/**
 * Writes the list of a sealed draw as a file: first the facts of the draw, then a code in each line
 * (draw.md#the-file).
 */
export async function* listFile(db: Db, draw: Draw): AsyncGenerator<string> {
  const known: [string, string | number | null][] = [
    ['month', draw.month],
    ['tickets', draw.tickets],
    ['root', draw.root],
    ['seedHash', draw.seedHash],
    ['what', draw.figure.what],
    ['spelling', draw.figure.spelling],
    ['figure', draw.figure.value],
    ['seed', draw.seed],
    ['drawn', draw.winners.map(({ code }) => code).join(' ') || null],
  ];
  const said = known.filter(([, value]) => value !== null);
  yield said.map(([name, value]) => `# ${name} ${value}\n`).join('');
  for await (const codes of stretchesOf(db, draw.month, TICKETS_A_STRETCH)) {
    yield `${codes.join('\n')}\n`;
  }
}

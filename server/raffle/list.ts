import { BLOCK_TICKETS, fromHex, leafOf, pathOf } from '../../src/rules/draw.ts';
import { readTicketCode } from '../../src/rules/ticket-code.ts';
import { sha256Bytes } from '../crypto/hash.ts';
import type { Db } from '../database/tables.ts';

/** The sorted codes of a month's list, a stretch at a time. */
export async function* stretchesOf(
  db: Db,
  month: string,
  tickets = BLOCK_TICKETS,
): AsyncGenerator<string[]> {
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

/** The code at an index of a sealed list. */
export async function codeAt(db: Db, month: string, index: number): Promise<string> {
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

/** A ticket's way up the tree of a sealed list, by its code as it is typed; `null` if it is not in. */
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
  const leaves = await Promise.all(codes.map((one) => leafOf(one, sha256Bytes)));
  const roots = blocks.map(({ root }) => fromHex(root));
  const path = [
    ...(await pathOf(leaves, at, sha256Bytes)),
    ...(await pathOf(roots, number, sha256Bytes)),
  ];
  return {
    code,
    index: number * BLOCK_TICKETS + at,
    path: path.map((hash) => Buffer.from(hash).toString('hex')),
  };
}

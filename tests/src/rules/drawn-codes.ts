import { sha256Bytes } from '../../../server/crypto/hash.ts';
import { drawnTickets, leafOf, rootOf, toHex } from '../../../src/rules/draw.ts';
import { ticketCode } from '../../../src/rules/ticket-code.ts';

export const SEED = 'c4'.repeat(32);
export const FIGURE = '1,452.36';

export const codesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ticketCode(index * 7_919_123 + 11)).toSorted();
export const leavesOf = (codes: readonly string[]) =>
  Promise.all(codes.map((code) => leafOf(code, sha256Bytes)));
export const rootOfCodes = async (codes: readonly string[]) =>
  toHex(await rootOf(await leavesOf(codes), sha256Bytes));

export async function winnersOf(
  codes: readonly string[],
  { seed = SEED, figure = FIGURE, count = 6 } = {},
): Promise<string[]> {
  const root = await rootOfCodes(codes);
  const from = { seed, figure, root, tickets: codes.length, count };
  return (await drawnTickets(from, sha256Bytes)).map((index) => codes[index] ?? '');
}

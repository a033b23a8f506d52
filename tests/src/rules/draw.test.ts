import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sha256Bytes } from '../../../server/crypto/hash.ts';
import { beaconFigure } from '../../../src/rules/beacon.ts';
import {
  drawnTickets,
  leafOf,
  pathOf,
  rootOfPath,
  sealOf,
  toHex,
} from '../../../src/rules/draw.ts';
import { ticketCode } from '../../../src/rules/ticket-code.ts';
import { cases } from '../../support/cases.ts';
import {
  secondRoot,
  secondRootOfPath,
  secondSeal,
  secondWinners,
} from '../../support/second-draw.ts';
import { codesOf, FIGURE, leavesOf, rootOfCodes, SEED, winnersOf } from './drawn-codes.ts';

test.each([0, 1, 2, 3, 4, 5, 7, 8, 9, 100, 1023, 1024, 1025, 2049])(
  'a second implementation makes the same root, paths and winners of %i tickets',
  async (count) => {
    const codes = codesOf(count);
    const root = await rootOfCodes(codes);
    expect(root).toBe(secondRoot(codes));
    expect(await winnersOf(codes)).toEqual(
      count === 0 ? [] : secondWinners(codes, { seed: SEED, figure: FIGURE, count: 6 }),
    );
    const leaves = await leavesOf(codes);
    for (const index of new Set([0, 1, count >> 1, count - 2, count - 1])) {
      const code = codes[index];
      if (code === undefined) continue;
      const path = (await pathOf(leaves, index, sha256Bytes)).map(toHex);
      expect(await rootOfPath({ code, index, path }, count, sha256Bytes)).toBe(root);
      expect(secondRootOfPath({ code, index, path }, count)).toBe(root);
    }
  },
);

test('Web Crypto of a phone comes to the same', async () => {
  const web = async (bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  expect(await sealOf(SEED, web)).toBe(secondSeal(SEED));
  expect(await sealOf(SEED, sha256Bytes)).toBe(secondSeal(SEED));
});

describe('what is changed afterwards shows', () => {
  const codes = codesOf(50);

  test('in the root: a code added, left out, changed or moved', async () => {
    const root = await rootOfCodes(codes);
    const changed = [
      [...codes, ticketCode(3)],
      codes.slice(1),
      codes.with(7, ticketCode(3)),
      codes.toReversed(),
    ];
    for (const list of changed) expect(await rootOfCodes(list)).not.toBe(root);
  });

  test('in the winner: another list, seed or figure draws other tickets', async () => {
    const drawn = await winnersOf(codes);
    expect(await winnersOf(codes, { seed: 'c5'.repeat(32) })).not.toEqual(drawn);
    expect(await winnersOf(codes, { figure: '1,452.37' })).not.toEqual(drawn);
    expect(await winnersOf(codes.with(0, ticketCode(3)))).not.toEqual(drawn);
    expect(await winnersOf(codes)).toEqual(drawn);
  });

  test('in a path: another code, place, hash or length', async () => {
    const leaves = await leavesOf(codes);
    const root = await rootOfCodes(codes);
    const path = (await pathOf(leaves, 20, sha256Bytes)).map(toHex);
    const right = { code: codes[20] ?? '', index: 20, path };
    const leads = (to: object, tickets = 50) =>
      rootOfPath({ ...right, ...to }, tickets, sha256Bytes);
    expect(await leads({})).toBe(root);
    for (const wrong of [{ code: codes[21] }, { index: 21 }, { path: path.toReversed() }])
      expect(await leads(wrong)).not.toBe(root);
    expect(await leads({ path: path.slice(1) })).toBeNull();
    expect(await leads({ path: [...path, root] })).toBeNull();
    expect(await leads({ index: 50 })).toBeNull();
  });
});

test('a node can never pass for a ticket, nor a seed for either', async () => {
  const [left, right] = await leavesOf(codesOf(2));
  const node = String.fromCharCode(...(left ?? []), ...(right ?? []));
  expect(toHex(await leafOf(node, sha256Bytes))).not.toBe(await rootOfCodes(codesOf(2)));
  expect(await sealOf('', sha256Bytes)).not.toBe(toHex(await leafOf('', sha256Bytes)));
});

test('each ticket is drawn as often as any other', async () => {
  const codes = codesOf(7);
  const root = await rootOfCodes(codes);
  const first = new Map<number, number>();
  for (let turn = 0; turn < 7000; turn += 1) {
    const from = { seed: SEED, figure: String(turn), root, tickets: 7, count: 1 };
    const [index = -1] = await drawnTickets(from, sha256Bytes);
    first.set(index, (first.get(index) ?? 0) + 1);
  }
  expect([...first.keys()].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  // A thousand each, give or take four times the random variation.
  for (const times of first.values()) expect(Math.abs(times - 1000)).toBeLessThan(120);
});

test('a number above the last whole multiple is passed over', async () => {
  const root = await rootOfCodes(codesOf(3));
  const hashes: Uint8Array[] = [];
  const highFirst = async (bytes: Uint8Array<ArrayBuffer>) => {
    const hash = hashes.length === 0 ? new Uint8Array(32).fill(255) : await sha256Bytes(bytes);
    hashes.push(hash);
    return hash;
  };
  const from = { seed: SEED, figure: FIGURE, root, tickets: 3, count: 1 };
  const [index] = await drawnTickets(from, highFirst);
  expect(hashes).toHaveLength(2);
  expect(index).toBe(Number(Buffer.from(hashes[1] ?? []).readBigUInt64BE(0) % 3n));
});

test('nobody is drawn twice, and of few tickets all are drawn', async () => {
  const drawn = await winnersOf(codesOf(4), { count: 6 });
  expect(drawn.toSorted()).toEqual(codesOf(4));
});

test('the beacon’s round comes half an hour after the list is sealed, at the earliest', () => {
  // Round 27,946,612 of quicknet is that of midnight on 20 April 2026, in UTC.
  const at = Date.parse('2026-04-20T00:00:00Z') - 1_800_000;
  expect(beaconFigure(at)).toBe('randomness of drand quicknet, round 27946612');
  expect(beaconFigure(at + 1)).toBe('randomness of drand quicknet, round 27946613');
  expect(beaconFigure(at + 3000)).toBe('randomness of drand quicknet, round 27946613');
});

test('a hundred thousand tickets of random codes are drawn alike by both', async () => {
  const codes = [
    ...new Set(Array.from({ length: cases(100_000) }, () => ticketCode(randomInt(2 ** 39)))),
  ];
  codes.sort();
  expect(await winnersOf(codes)).toEqual(
    secondWinners(codes, { seed: SEED, figure: FIGURE, count: 6 }),
  );
});

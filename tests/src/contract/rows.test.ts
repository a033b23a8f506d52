import type * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { bankListReplySchema } from '../../../src/contract/banks.ts';
import { boardReplySchema, userPointsReplySchema } from '../../../src/contract/boards.ts';
import { categoriesReplySchema } from '../../../src/contract/categories.ts';
import { configReplySchema } from '../../../src/contract/misc.ts';
import { signInsReplySchema } from '../../../src/contract/my-data.ts';
import {
  consentsReplySchema,
  passbookReplySchema,
  paymentsReplySchema,
} from '../../../src/contract/payments.ts';
import { payoutsReplySchema } from '../../../src/contract/payouts.ts';
import { questionsReplySchema } from '../../../src/contract/points.ts';
import { drawReplySchema, raffleTicketsReplySchema } from '../../../src/contract/raffle.ts';
import { oddFields, readRows } from '../../../src/contract/rows.ts';
import { DEFAULT_PRICES } from '../../../src/rules/money.ts';

const AT = '2026-11-21T11:00:00.000Z';
const category = { id: 'la-liga', name: 'La Liga', image: 'la-liga.svg', isActive: true };
const payment = { description: 'Weekly subscription', amount: 100, createdAt: AT };
const movement = { id: '1', reason: 'round', coins: -10, balance: 90, at: AT };
const claim = { reference: 'FOM-1', coins: 10, at: AT };
const consent = {
  id: '1',
  product: 'plan-weekly',
  coins: 1000,
  way: 'airtime',
  kobo: 10_000,
  feeKobo: 0,
  reference: 'FOM-1',
  saidAt: AT,
  confirmedAt: null,
  state: 'paid',
};
const payout = {
  reference: 'PO-1',
  board: 'weekly',
  tier: null,
  period: { startsAt: AT, endsAt: AT },
  place: 1,
  kind: 'cash',
  grossKobo: 1,
  taxKobo: 0,
  netKobo: 1,
  state: 'checking',
  reason: null,
  checkedBy: null,
  mendBy: null,
  resumesAt: null,
  wonAt: AT,
  approvedAt: null,
  sentAt: null,
  paidAt: null,
  endedAt: null,
  bank: null,
  isSeen: false,
};
const signIn = { signedInAt: AT, isCurrent: true };
const placed = { id: '9', userId: 'ada', highScore: 5, fmuser: { name: 'Ada' }, position: 40 };
const best = { categoryId: 'la-liga', level: 'easy', right: 8 };
const pack = { naira: 500, coins: 3500 };
const prizeRow = {
  pool: 'all',
  board: 'weekly',
  tier: null,
  places: 3,
  kind: 'cash',
  naira: 1000,
  minPoints: 0,
  minPlayers: 0,
  minCoinsBought: 0,
  reserves: 0,
};
const offer = { prices: DEFAULT_PRICES, ways: ['airtime'] };
const board = { leaderBoard: [] as unknown[] };
const book = { rows: [] as unknown[], next: null, month: { in: 0, out: 0 } };
const packs = (card: unknown[]) => ({
  ...offer,
  prices: { ...DEFAULT_PRICES, packs: { ...DEFAULT_PRICES.packs, card } },
});

type List = {
  list: string;
  schema: v.GenericSchema<unknown, { status: boolean }>;
  good: unknown;
  odd: unknown;
  field: string;
  /** A reply with these rows. */
  reply: (rows: unknown[]) => object;
};

const LISTS: List[] = [
  {
    list: 'categories',
    schema: categoriesReplySchema,
    good: category,
    odd: { ...category, isActive: 'yes' },
    field: 'isActive',
    reply: (data) => ({ data }),
  },
  {
    list: 'payments',
    schema: paymentsReplySchema,
    good: payment,
    odd: { ...payment, createdAt: 'yesterday' },
    field: 'createdAt',
    reply: (data) => ({ data }),
  },
  {
    list: 'the passbook',
    schema: passbookReplySchema,
    good: movement,
    odd: { ...movement, coins: '10' },
    field: 'coins',
    reply: (rows) => ({ data: { ...book, rows } }),
  },
  {
    list: 'what is owed',
    schema: passbookReplySchema,
    good: claim,
    odd: { ...claim, at: 5 },
    field: 'at',
    reply: (claims) => ({ data: { ...book, claims } }),
  },
  {
    list: 'consents',
    schema: consentsReplySchema,
    good: consent,
    odd: { ...consent, state: 'maybe' },
    field: 'state',
    reply: (data) => ({ data }),
  },
  {
    list: 'winnings',
    schema: payoutsReplySchema,
    good: payout,
    odd: { ...payout, place: 0 },
    field: 'place',
    reply: (data) => ({ data }),
  },
  {
    list: 'tickets',
    schema: raffleTicketsReplySchema,
    good: { code: 'A1' },
    odd: { code: 7 },
    field: 'code',
    reply: (data) => ({ data }),
  },
  {
    list: 'sign-ins',
    schema: signInsReplySchema,
    good: signIn,
    odd: null,
    field: 'the row',
    reply: (data) => ({ data }),
  },
  {
    list: 'banks',
    schema: bankListReplySchema,
    good: { name: 'Access Bank', code: '044' },
    odd: { name: '', code: '1' },
    field: 'name',
    reply: (data) => ({ data }),
  },
  {
    list: 'who stands around a player',
    schema: boardReplySchema,
    good: placed,
    odd: { ...placed, position: 0 },
    field: 'position',
    reply: (neighbours) => ({ data: board, meta: { neighbours } }),
  },
  {
    list: 'best rounds',
    schema: userPointsReplySchema,
    good: best,
    odd: { ...best, level: 'expert' },
    field: 'level',
    reply: (bests) => ({ data: { user: { highScore: 1 }, bests } }),
  },
  {
    list: 'packs of coins',
    schema: configReplySchema,
    good: pack,
    odd: { naira: '500' },
    field: 'naira, coins',
    reply: (rows) => ({ data: packs(rows) }),
  },
  {
    list: 'ways to pay',
    schema: configReplySchema,
    good: 'card',
    odd: 'cheque',
    field: 'the row',
    reply: (ways) => ({ data: { ...offer, ways } }),
  },
  {
    list: 'prizes',
    schema: configReplySchema,
    good: prizeRow,
    odd: { ...prizeRow, board: 'yearly' },
    field: 'board',
    reply: (prizes) => ({ data: { ...offer, prizes } }),
  },
];

const read = ({ schema, reply }: List, rows: unknown[]) =>
  readRows(schema, { status: true, ...reply(rows) });

describe.each(LISTS)('of $list', (one) => {
  test.each([
    ['at its begin', [one.odd, one.good, one.good]],
    ['in its middle', [one.good, one.odd, one.good]],
    ['twice at its end', [one.good, one.good, one.odd, one.odd]],
  ])('an odd row %s is left out and named, and the others stay', (_where, rows) => {
    const odd = read(one, rows);
    const whole = read(one, [one.good, one.good]);
    expect(odd.success).toBe(true);
    expect(odd.output).toEqual(whole.output);
    expect(oddFields(odd.leftOut)).toBe(one.field);
    expect(whole.leftOut).toEqual([]);
  });

  test('no rows at all are no list', () => {
    const { success } = readRows(one.schema, { status: true, ...one.reply('rows' as never) });
    expect(success).toBe(false);
  });
});

describe('a board', () => {
  const row = (userId: string, highScore: unknown, name: unknown = userId) => ({
    id: userId,
    userId,
    highScore,
    fmuser: { name },
  });
  const rowsOf = (leaderBoard: unknown[], user: unknown = null) => {
    const { output } = readRows(boardReplySchema, { status: true, data: { leaderBoard, user } });
    return (output as v.InferOutput<typeof boardReplySchema> & { status: true }).data;
  };

  test('has nobody in the place of an odd row, and no other row moves up', () => {
    const { leaderBoard } = rowsOf([
      row('ada', 30),
      row('bola', 'many'),
      row('chi', 10),
      row('dan', 5, 7),
    ]);
    expect(leaderBoard.map(({ userId, highScore }) => [userId, highScore])).toEqual([
      ['ada', 30],
      ['', 10],
      ['chi', 10],
      ['', 0],
    ]);
    expect(new Set(leaderBoard.map(({ id }) => id)).size).toBe(4);
  });

  test('stays where the own row is odd', () => {
    const { leaderBoard, user } = rowsOf([row('ada', 30)], row('bola', null));
    expect(leaderBoard).toHaveLength(1);
    expect(user).toBeNull();
  });
});

describe('rows that belong together are read all or not at all', () => {
  const question = (id: number) => ({
    id,
    question: `Question ${id}?`,
    options: ['a', 'b', 'c', 'd'],
    answer: 'a',
  });
  const isRead = (schema: v.GenericSchema, data: unknown) =>
    readRows(schema, { status: true, data }).success;

  test('the questions of a round', () => {
    const questions = Array.from({ length: 10 }, (_, id) => question(id));
    expect(isRead(questionsReplySchema, questions)).toBe(true);
    expect(
      isRead(questionsReplySchema, [...questions.slice(1), { ...question(0), options: ['a'] }]),
    ).toBe(false);
  });

  test('the winners of a draw', () => {
    const draw = {
      month: '2026-11',
      state: 'drawn',
      closesAt: AT,
      sealedAt: null,
      drawnAt: null,
      tickets: 1,
      root: null,
      seedHash: null,
      seed: null,
      figure: { what: null, value: null },
      promoter: null,
      permit: null,
    };
    const winner = { index: 0, code: 'A1', naira: 5 };
    expect(isRead(drawReplySchema, { ...draw, winners: [winner] })).toBe(true);
    expect(isRead(drawReplySchema, { ...draw, winners: [winner, { index: -1 }] })).toBe(false);
  });
});

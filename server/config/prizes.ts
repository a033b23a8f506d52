import * as v from 'valibot';
import { POOLS } from '../../src/rules/networks.ts';
import {
  DEFAULT_PRIZES,
  PRIZE_BOARDS,
  PRIZE_KINDS,
  type PrizeTable,
  RUSH_TICKET_PERCENT,
} from '../../src/rules/prize-table.ts';
import type { Variable } from './environment.ts';

const whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

const row = v.pipe(
  v.strictObject({
    pool: v.picklist(POOLS),
    board: v.picklist(PRIZE_BOARDS),
    tier: v.optional(v.nullable(v.picklist([1, 2, 3])), null),
    places: whole(1, 50),
    kind: v.optional(v.picklist(PRIZE_KINDS), 'cash'),
    naira: v.union([whole(1, 10_000_000), v.literal('bands')]),
    minPoints: v.optional(whole(1, 1_000_000), 1),
    minPlayers: v.optional(whole(1, 1_000_000), 1),
    minCoinsBought: v.optional(whole(0, 1_000_000), 0),
    reserves: v.optional(whole(0, 50), 0),
    ticketPercent: v.optional(whole(1, 100)),
  }),
  v.check(({ board, tier }) => (board === 'rush') === (tier !== null)),
  v.check(({ board, naira }) => naira !== 'bands' || board === 'weekly'),
  v.check(({ board, reserves }) => reserves === 0 || board === 'raffle'),
  v.check(({ board, kind }) => kind === 'cash' || board !== 'raffle'),
  v.check(({ board, ticketPercent }) => board === 'rush' || ticketPercent === undefined),
  v.transform(({ ticketPercent = RUSH_TICKET_PERCENT, ...rest }) => ({
    ...rest,
    ticketPercent: rest.board === 'rush' ? ticketPercent : null,
  })),
);

/** What a deployment pays, as JSON: the whole table, so what is not in it is not paid. */
export const PRIZES: Variable<PrizeTable> = {
  name: 'PRIZES',
  fallback: DEFAULT_PRIZES,
  allowed:
    'JSON with every row that is paid, like [{"pool":"all","board":"weekly","places":10,"naira":"bands",' +
    '"minPoints":50},{"pool":"glo","board":"rush","tier":1,"places":5,"naira":2000}]; one row for a ' +
    "pool's board or tier (tier and ticketPercent, 1 to 100, with rush, bands with weekly, reserves with raffle), figures whole",
  schema: v.pipe(
    v.string(),
    // `1e2` and `50.0` are whole to JSON, and too easily misread for a prize.
    v.check((text) => !/\d[.e]/i.test(text)),
    v.parseJson(),
    v.array(row),
    v.check((rows) => {
      const lists = rows.map(({ pool, board, tier }) => `${pool} ${board} ${tier}`);
      return new Set(lists).size === lists.length;
    }),
  ),
};

/** The tax that the law has withheld from prizes, in percent. */
export const WITHHOLDING_PERCENT: Variable<number> = {
  name: 'WITHHOLDING_PERCENT',
  fallback: 0,
  allowed: 'a number from 0 to 99.99, with two digits behind the point at most',
  schema: v.pipe(v.string(), v.regex(/^\d{1,2}(\.\d{1,2})?$/), v.transform(Number)),
};

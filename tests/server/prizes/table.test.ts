import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { notePrizeTable } from '../../../server/prizes/places.ts';
import { configReplySchema } from '../../../src/contract/misc.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { DEFAULT_PRIZES, prizeRows } from '../../../src/rules/prizes.ts';
import { testServer } from '../../support/server.ts';
import {
  close,
  countOf,
  payDue,
  payoutsOn,
  prize,
  ready,
  thisDay,
  thisWeek,
  winnings,
} from './prize-calls.ts';

const server = testServer();

const PAYING = (naira: number) =>
  JSON.stringify([
    { pool: 'all', board: 'weekly', places: 1, naira },
    { pool: 'all', board: 'rush', tier: 1, places: 1, naira },
  ]);

/** A server starts with another configuration. */
const start = (env: Record<string, string>) =>
  notePrizeTable(server().db, readConfig(env), server().clock.at);

async function offered() {
  const { body } = await server().call('GET', '/misc/config');
  const reply = v.parse(configReplySchema, body);
  return reply.status ? reply.data : null;
}

test('the default prizes are offered until the operator sets others', async () => {
  const prizes = (await offered())?.prizes ?? [];
  expect(new Set(prizes)).toEqual(new Set(DEFAULT_PRIZES));
});

test('a changed table counts from the next period of each board', async () => {
  server().toNextWeek();
  const [day, week] = [thisDay(server()), thisWeek(server())];
  const player = await ready(server(), 100);
  const other = await ready(server(), 100, { played: 'rush' });
  await start({ PRIZES: PAYING(700), WITHHOLDING_PERCENT: '10' });
  const naira = async () =>
    ((await offered())?.prizes ?? [])
      .filter((row) => row.tier === 1 || row.board === 'weekly')
      .map((row) => `${row.pool} ${row.board} ${row.naira}`)
      .toSorted();
  const builtIn = ['all rush 2000', 'all weekly bands', 'glo rush 2000'];
  expect(await naira()).toEqual(builtIn);
  server().clock.at = day.endsAt;
  expect(await naira()).toEqual(['all rush 700', 'all weekly bands']);
  const late = await ready(server(), 90, { played: 'rush' });
  close(server(), thisDay(server()));
  await payDue(server());
  // Too few have played on the first day, by the table of that day.
  expect(await winnings(other)).toEqual([]);
  expect(await prize(late)).toMatchObject({ grossKobo: 70_000, taxKobo: 7000, netKobo: 63_000 });
  server().clock.at = week.endsAt;
  expect(await naira()).toEqual(['all rush 700', 'all weekly 700']);
  close(server(), week);
  await payDue(server());
  expect(await prize(player)).toMatchObject({ grossKobo: 20_000, taxKobo: 0, netKobo: 20_000 });
});

test('servers that start with the same table, at the same time or later, note it once', async () => {
  const before = await countOf(server(), 'prize_tables');
  await Promise.all([1, 2, 3].map(() => start({ PRIZES: PAYING(800) })));
  server().clock.at += DAY_MS;
  await start({ PRIZES: PAYING(800) });
  expect(await countOf(server(), 'prize_tables')).toBe(before + 1);
});

test('for real money nothing is won or paid until a permit is named', async () => {
  const REAL = {
    SIGN_IN_POLICY: 'otp',
    SMS_URL: 'https://sms.example',
    SMS_TOKEN: 'a-token',
    CARD_SECRET_KEY: 'sk_1',
    CARD_PUBLIC_KEY: 'pk_1',
  };
  server().toNextWeek();
  await start(REAL);
  server().toNextWeek();
  const week = thisWeek(server());
  const player = await ready(server(), 100);
  expect(prizeRows((await offered())?.prizes ?? [], 'all', 'weekly')).toEqual([]);
  close(server(), week);
  await payDue(server(), { env: REAL });
  expect(await payoutsOn(server(), 'weekly', week)).toEqual([]);
  await payDue(server());
  expect(await winnings(player)).toEqual([]);
});

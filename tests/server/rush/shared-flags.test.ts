import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { flagSharedRuns } from '../../../server/rush/flags.ts';
import { dayOf } from '../../../src/rules/calendar.ts';
import { testServer } from '../../support/server.ts';
import { runOf } from './played-runs.ts';

const server = testServer();
const now = () => server().clock.at;
const nextDay = () => dayOf(now()).endsAt + 3_600_000;

beforeEach(async () => {
  await server().db.deleteFrom('rush_runs').execute();
});

const HUMAN_MS = [4100, 2900, 6400, 3300, 8200, 2500, 5100, 7000, 3800, 9100];
const human = () => runOf(HUMAN_MS.map((ms) => ({ ms, lineMs: 300 })));
/** More even than people, but not so even that it is flagged by itself. */
const quiteEven = () =>
  runOf(HUMAN_MS.map((_, index) => ({ ms: index % 2 === 0 ? 2600 : 3300, lineMs: 300 })));

type Place = { device?: string; address?: string; points?: number; at?: number };

/** A run of a player of its own. */
async function played(run: ReturnType<typeof runOf>, place: Place = {}): Promise<string> {
  const { device = null, address = null, points = 150, at = now() } = place;
  const { id: playerId } = await server().signUp();
  const { db } = server();
  const [id, ticket] = [randomUUID(), randomUUID()];
  const times = { opened_at: new Date(at) };
  await db
    .insertInto('rush_tickets')
    .values({ reference: ticket, player_id: playerId, bought_at: new Date(at) })
    .execute();
  await db
    .insertInto('rush_runs')
    .values({
      ...times,
      id,
      player_id: playerId,
      ticket,
      pool: 'all',
      run: JSON.stringify(run.run),
      levels: JSON.stringify(run.levels),
      device_hash: device,
      address_hash: address,
    })
    .execute();
  await db
    .updateTable('rush_runs')
    .set({ state: 'counted', points })
    .where('id', '=', id)
    .execute();
  return id;
}

async function flagsOf(id: string): Promise<string[]> {
  const query = server().db.selectFrom('rush_runs').select('flags').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).flags;
}

async function playedBy(count: number, place: Place): Promise<void> {
  for (let player = 0; player < count; player += 1) await played(human(), place);
}

const EVEN = expect.stringMatching(/^times-too-even: /);

test('a phone with three winners of a day flags the run that something else speaks against, and no other', async () => {
  await playedBy(2, { device: 'phone' });
  const honest = await played(human(), { device: 'phone' });
  const even = await played(quiteEven(), { device: 'phone' });
  await flagSharedRuns(server().db, nextDay());
  expect(await flagsOf(even)).toEqual([EVEN, EVEN, 'same-device: one of 4 winners of the day']);
  expect(await flagsOf(honest)).toEqual([]);
});

test('doing it again adds nothing', async () => {
  await playedBy(2, { device: 'phone' });
  const even = await played(quiteEven(), { device: 'phone' });
  await flagSharedRuns(server().db, nextDay());
  const flags = await flagsOf(even);
  await flagSharedRuns(server().db, nextDay());
  expect(flags).toHaveLength(3);
  expect(await flagsOf(even)).toEqual(flags);
});

test.each([
  ['two winners', 1, {}],
  ['players who won nothing', 5, { points: 60 }],
])('a phone of %s flags nothing', async (_who, others, place) => {
  await playedBy(others, { device: 'phone', ...place });
  const even = await played(quiteEven(), { device: 'phone' });
  await flagSharedRuns(server().db, nextDay());
  expect(await flagsOf(even)).toEqual([]);
});

test('an address of few players is looked at, one of many is a carrier and weighs nothing', async () => {
  await playedBy(18, { address: 'home' });
  const atHome = await played(quiteEven(), { address: 'home' });
  await playedBy(19, { address: 'carrier' });
  const onTheRoad = await played(quiteEven(), { address: 'carrier' });
  await flagSharedRuns(server().db, nextDay());
  expect(await flagsOf(atHome)).toContain('same-address: one of 19 winners of the day');
  expect(await flagsOf(onTheRoad)).toEqual([]);
});

test('winners of two days are no winners of one', async () => {
  await playedBy(2, { device: 'phone', at: dayOf(now()).startsAt - 1 });
  const even = await played(quiteEven(), { device: 'phone' });
  await flagSharedRuns(server().db, nextDay());
  expect(await flagsOf(even)).toEqual([]);
});

test('a day is judged an hour after it, and still three days later', async () => {
  await playedBy(2, { device: 'phone' });
  const even = await played(quiteEven(), { device: 'phone' });
  await flagSharedRuns(server().db, nextDay() - 1);
  expect(await flagsOf(even)).toEqual([]);
  await flagSharedRuns(server().db, nextDay() + 2 * 86_400_000);
  expect(await flagsOf(even)).toHaveLength(3);
});

// @module-tag once
import { beforeAll, expect, test } from 'vitest';
import { addOperator, logOf, operate } from '../../support/desk.ts';
import { forceWallet } from '../../support/force-wallet.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();

let ngozi = '';
let musa = '';
beforeAll(async () => {
  ngozi = await addOperator(server(), 'ngozi');
  musa = await addOperator(server(), 'musa', ngozi);
}, 60_000);

const run = (key: string | null, ...args: string[]) => operate(server(), ['wallets', ...args], key);

const coinsOf = async (player: TestPlayer) => Number((await player.user()).pointBalance);

test('coins are given by a key and a reason, once per case, and show in the passbook', async () => {
  const player = await server().signUp();
  const give = ['give', player.phone, '250', '--case', 'T-17', '--why', 'a round was lost'];
  expect(await run(null, ...give)).toMatchObject({ isDone: false, isKeyNeeded: true });
  expect(await run('wrong', ...give)).toMatchObject({ isDone: false });
  expect(await coinsOf(player)).toBe(0);
  expect(await run(ngozi, ...give)).toEqual({
    lines: [`Player ${player.id} had 0 coins and has 250`],
    isDone: true,
  });
  const again = await Promise.all([run(ngozi, ...give), run(musa, ...give)]);
  for (const told of again) expect(told).toEqual({ lines: ['It was done before'], isDone: true });
  expect(await coinsOf(player)).toBe(250);
  const at = new Date(server().clock.at);
  expect(await logOf(server(), 'T-17')).toEqual([
    { operator: 'ngozi', command: `wallets give ${player.id} 250`, why: 'a round was lost', at },
  ]);
  const { data } = (await player.get('/payments/passbook')).body;
  expect(data).toMatchObject({ rows: [{ reason: 'coins-corrected', coins: 250, balance: 250 }] });
  expect((await run(null, 'check')).isDone).toBe(true);
});

test('a case is of one player and one sum', async () => {
  const [player, other] = [await server().signUp(), await server().signUp()];
  const give = (who: TestPlayer, coins: string) =>
    run(ngozi, 'give', who.phone, coins, '--case', 'T-18', '--why', 'x');
  await give(player, '100');
  for (const told of [await give(player, '101'), await give(other, '100')]) {
    expect(told).toMatchObject({
      isDone: false,
      lines: [expect.stringMatching(/^T-18 is another/)],
    });
  }
  expect([await coinsOf(player), await coinsOf(other)]).toEqual([100, 0]);
});

test('no more is taken than there is, and what was taken is undone once', async () => {
  const player = await server().subscriber();
  const before = await coinsOf(player);
  const take = (coins: number) =>
    run(ngozi, 'take', `${player.id}`, `${coins}`, '--case', 'T-19', '--why', 'twice credited');
  expect((await take(before + 1)).lines).toEqual(['The player has 1,000 coins left']);
  expect(await logOf(server(), 'T-19')).toEqual([]);
  expect(await take(before)).toMatchObject({ isDone: true });
  expect(await coinsOf(player)).toBe(0);
  const undo = () => run(ngozi, 'undo', '--case', 'T-19', '--why', 'it was right');
  expect(await undo()).toMatchObject({ isDone: true });
  expect((await undo()).lines).toEqual(['It was undone before']);
  expect(await coinsOf(player)).toBe(before);
  const unknown = await run(ngozi, 'undo', '--case', 'T-0', '--why', 'x');
  expect(unknown.lines).toEqual(['No correction is known as T-0']);
});

test('many coins need the same statement of two operators', async () => {
  const player = await server().signUp();
  const give = (key: string, coins: string) =>
    run(key, 'give', player.phone, coins, '--case', 'T-20', '--why', 'a lost prize');
  for (const _ of [1, 2]) {
    expect((await give(ngozi, '10001')).lines[0]).toMatch(
      /^ngozi says yes\. Another operator has to/,
    );
  }
  expect(await coinsOf(player)).toBe(0);
  // A different sum is a different statement.
  expect((await give(musa, '10002')).lines[1]).toMatch(/^ngozi said otherwise/);
  expect(await coinsOf(player)).toBe(0);
  expect(await give(musa, '10001')).toMatchObject({ isDone: true });
  expect(await coinsOf(player)).toBe(10_001);
  expect((await give(ngozi, '10001')).lines).toEqual(['It was done before']);
  const undo = (key: string) => run(key, 'undo', '--case', 'T-20', '--why', 'a mistake');
  await undo(ngozi);
  expect(await coinsOf(player)).toBe(10_001);
  await undo(musa);
  expect(await coinsOf(player)).toBe(0);
});

test('the approval of an operator whose key was removed no longer counts', async () => {
  const player = await server().signUp();
  const efe = await addOperator(server(), 'efe', ngozi);
  const give = (key: string) =>
    run(key, 'give', player.phone, '20000', '--case', 'T-21', '--why', 'a lost prize');
  await give(efe);
  await operate(server(), ['operators', 'remove', 'efe'], ngozi);
  expect((await give(musa)).lines[0]).toMatch(/^musa says yes/);
  expect(await coinsOf(player)).toBe(0);
});

test('a yes counts from an operator alone who was one when it was asked for, and for seven days', async () => {
  const { clock } = server();
  const player = await server().signUp();
  const give = (key: string) =>
    run(key, 'give', player.phone, '20000', '--case', 'T-23', '--why', 'a lost prize');
  await give(ngozi);
  clock.at += 1000;
  const uche = await addOperator(server(), 'uche', ngozi);
  expect((await give(uche)).lines).toContain(
    'ngozi said so before uche was an operator: ask them to say it again',
  );
  expect(await coinsOf(player)).toBe(0);
  clock.at += 7 * 86_400_000;
  expect((await give(ngozi)).lines[0]).toMatch(/^ngozi says yes/);
  expect(await coinsOf(player)).toBe(0);
  await give(uche);
  expect(await coinsOf(player)).toBe(20_000);
});

test('many small cases are one large one, of a player and of an operator, within a Lagos day', async () => {
  const { clock } = server();
  clock.at += 86_400_000;
  const [one, two, three] = [
    await server().signUp(),
    await server().signUp(),
    await server().signUp(),
  ];
  const give = (key: string, player: TestPlayer, coins: string, name: string) =>
    run(key, 'give', player.phone, coins, '--case', name, '--why', 'x');
  await give(ngozi, one, '6000', 'S-1');
  // The player's limit, with another operator; the operator's, with another player; taking counts
  // like giving.
  expect((await give(musa, one, '4001', 'S-2')).lines[0]).toMatch(/^musa says yes/);
  expect((await give(ngozi, two, '4001', 'S-3')).lines[0]).toMatch(/^ngozi says yes/);
  const take = ['take', one.phone, '4001', '--case', 'S-4', '--why', 'x'];
  expect((await run(ngozi, ...take)).lines[0]).toMatch(/^ngozi says yes/);
  const undo = ['undo', '--case', 'S-1', '--why', 'x'];
  expect((await run(ngozi, ...undo)).lines[0]).toMatch(/^ngozi says yes/);
  expect(await Promise.all([one, two].map(coinsOf))).toEqual([6000, 0]);
  await give(ngozi, one, '4000', 'S-5');
  await give(musa, three, '10000', 'S-6');
  expect(await Promise.all([one, three].map(coinsOf))).toEqual([10_000, 10_000]);
  // A change by two operators counts for neither alone.
  await give(musa, two, '4001', 'S-3');
  expect(await coinsOf(two)).toBe(4001);
  clock.at += 86_400_000;
  await give(ngozi, two, '5000', 'S-7');
  expect(await coinsOf(two)).toBe(9001);
});

test('of many small cases at the same time no more pass than the day allows', async () => {
  server().clock.at += 86_400_000;
  const player = await server().signUp();
  const cases = Array.from({ length: 6 }, (_, at) =>
    run(at % 2 ? ngozi : musa, 'give', player.phone, '3000', '--case', `P-${at}`, '--why', 'x'),
  );
  await Promise.all(cases);
  expect(await coinsOf(player)).toBe(9000);
});

test('two who say the same at once are two, and what they say is done once', async () => {
  server().clock.at += 86_400_000;
  const player = await server().signUp();
  const give = (key: string) =>
    run(key, 'give', player.phone, '30000', '--case', 'T-24', '--why', 'a lost prize');
  const told = await Promise.all([give(ngozi), give(musa), give(ngozi), give(musa)]);
  expect(told.filter(({ lines }) => lines[0]?.includes('has 30,000'))).toHaveLength(1);
  expect(await coinsOf(player)).toBe(30_000);
});

test('a deleted account is given nothing', async () => {
  const player = await server().signUp();
  await player.delete('/user', { word: 'DELETE' }, { key: crypto.randomUUID() });
  const give = ['give', `${player.id}`, '10', '--case', 'T-22', '--why', 'x'];
  expect((await run(ngozi, ...give)).lines).toEqual(['There is no player with this id']);
});

test('a check lists wallets that are not the sum of their postings', async () => {
  const player = await server().subscriber();
  expect((await run(null, 'check')).lines.at(-1)).toBe('Differences: nothing');
  await forceWallet(server().db, player.id, { coins: 7, held: 3 });
  const { lines, isDone } = await run(null, 'check');
  expect(isDone).toBe(false);
  expect(lines.slice(1)).toEqual([
    `player ${player.id}: 7 coins in the wallet, 1000 in the ledger`,
    `player ${player.id}: 3 held coins in the wallet, 0 in the ledger`,
    'Differences: 2',
  ]);
});

test.each([
  [['give', '7', '10', '--why', 'x']],
  [['give', '7', '--case', 'a', '--why', 'x']],
  [['take', '7', '10', '--case', 'a']],
  [['undo', '7', '--case', 'a', '--why', 'x']],
  [['check', '--why', 'x']],
  [['give', '7', '-10', '--case', 'a', '--why', 'x']],
])('%j is answered with how to use it', async (args) => {
  const { lines, isDone } = await run(ngozi, ...args);
  expect(isDone).toBe(false);
  expect(lines[0]).toContain('npm run admin -- wallets COMMAND');
});

test.each([
  ['0', 'a', /whole number/],
  ['1.5', 'a', /whole number/],
  ['10', 'a:b', /A case is/],
])('%s coins for the case %s are refused', async (coins, name, message) => {
  const give = ['give', '7', coins, '--case', name, '--why', 'x'];
  expect((await run(ngozi, ...give)).lines[0]).toMatch(message);
});

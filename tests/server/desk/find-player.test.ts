import { expect, test } from 'vitest';
import { correctCoins } from '../../../server/ledger/entries.ts';
import { operate } from '../../support/desk.ts';
import { newKey, testServer } from '../../support/server.ts';

const server = testServer();

const tell = async (...args: string[]) => (await operate(server(), ['players', ...args])).lines;

test('a player is found by phone in any form, by id, and by how the name begins', async () => {
  const player = await server().signUp({ name: 'Keeper_9' });
  const other = await server().signUp({ name: 'keepsake' });
  const since = new Date(server().clock.at).toISOString();
  const phone = String((await player.user()).phone);
  const line = `${player.id} ${phone} Keeper_9, ${(await player.user()).network}, since ${since}`;
  expect(await tell('find', player.phone)).toEqual([line]);
  expect(await tell('find', phone)).toEqual([line]);
  expect(await tell('find', `${player.id}`)).toEqual([line]);
  expect(await tell('find', 'KEEPER_')).toEqual([line]);
  expect(await tell('find', 'keep')).toEqual([line, expect.stringContaining(' keepsake, ')]);
  // No character of a name is a wildcard.
  expect(await tell('find', 'keeper%')).toEqual(['Nobody is found']);
  await other.delete('/user', { word: 'DELETE' }, { key: newKey() });
  expect(await tell('find', 'keepsake')).toEqual(['Nobody is found']);
  expect(await tell('find', `${other.id}`)).toEqual([
    expect.stringContaining(`, deleted ${since}`),
  ]);
});

test('a name is found however its accents are written, there and in the question', async () => {
  const name = 'Ọláyínká';
  const [now, before] = [await server().signUp({ name }), await server().signUp()];
  await server()
    .db.updateTable('players')
    .set({ nickname: name.normalize('NFD') })
    .where('id', '=', before.id)
    .execute();
  for (const form of ['NFC', 'NFD'])
    expect(await tell('find', name.slice(0, 5).normalize(form))).toEqual(
      [now.id, before.id].map((id) => expect.stringMatching(new RegExp(`^${id} `))),
    );
});

test('of many matches the first are printed', async () => {
  for (let one = 0; one < 21; one += 1) await server().signUp({ name: `crowd${one}` });
  const found = await tell('find', 'crowd');
  expect(found).toHaveLength(21);
  expect(found.at(-1)).toBe('… and more: type more of the name');
});

test('an operator sees what moved the coins of a player, and what they played', async () => {
  const player = await server().subscriber();
  expect(await tell('rounds', `${player.id}`)).toEqual(['Nothing was played']);
  await player.play();
  const passbook = await tell('passbook', player.phone);
  expect(passbook.at(-1)).toMatch(/^\S+Z \+1,000 = 1,000 subscription \S+$/);
  expect(passbook[0]).toMatch(/^\S+Z -100 = 900 round-opened [0-9a-f-]{36}$/);
  const [played] = await tell('rounds', player.phone);
  expect(played).toMatch(/^\S+Z round [0-9a-f-]{36} \S+, easy: counted, \d+ points, \d+ coins/);
});

test('a long passbook is read by pages', async () => {
  const player = await server().subscriber();
  await server()
    .db.transaction()
    .execute(async (trx) => {
      for (let one = 0; one < 30; one += 1) {
        await correctCoins(trx, { playerId: player.id, name: `p-${one}`, coins: 1 }, one);
      }
    });
  const first = await tell('passbook', `${player.id}`);
  const [, next = ''] = /^Older: players passbook \d+ (\d+)$/.exec(first.at(-1) ?? '') ?? [];
  const second = await tell('passbook', `${player.id}`, next);
  expect(second.at(-1)).toContain('subscription');
  expect(await tell('passbook', `${player.id}`, 'x')).toEqual([
    'A page begins before a number that the last page has told',
  ]);
});

test('a name from before names were looked at sends the terminal no commands', async () => {
  const player = await server().signUp();
  const name = 'Ada\u001b[2J\u001b]0;owned\u0007\r\nPaid';
  await server()
    .db.updateTable('players')
    .set({ username: name, nickname: name })
    .where('id', '=', player.id)
    .execute();
  const told = await tell('find', `${player.id}`);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('Ada\\u001b[2J\\u001b]0;owned\\u0007\\u000d\\u000aPaid');
});

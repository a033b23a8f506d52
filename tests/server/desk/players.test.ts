import { describe, expect, test } from 'vitest';
import { correctCoins } from '../../../server/ledger/entries.ts';
import { addOperator, operate } from '../../support/desk.ts';
import { photo } from '../../support/hostile-pictures.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

describe('players', () => {
  const server = testServer();

  const run = (key: string | null, ...args: string[]) => operate(server(), args, key);

  let operatorKey: string | undefined;

  async function key(): Promise<string> {
    operatorKey ??= await addOperator(server(), 'ngozi');
    return operatorKey;
  }

  async function withPicture(name: string): Promise<TestPlayer> {
    const player = await server().signUp({ name });
    const body = new FormData();
    const bytes = (await photo().jpeg().toBuffer()) as Buffer<ArrayBuffer>;
    body.append('image', new Blob([bytes]), 'me.jpg');
    const headers = { authorization: `Bearer ${player.token}` };
    await server().call('PUT', '/user', { headers, body });
    return player;
  }

  const report = (reporter: TestPlayer, player: TestPlayer, reason: string) =>
    reporter.post(`/players/${player.id}/report`, { reason });

  const log = () => server().db.selectFrom('operator_log').selectAll().orderBy('id').execute();

  test('the most reported player is first, until an operator has dealt with the reports', async () => {
    expect((await run(null, 'players', 'reports')).lines).toEqual(['Nobody is reported']);
    const [ada, obi, eve] = [
      await withPicture('ada'),
      await server().signUp({ name: 'obi' }),
      await server().signUp({ name: 'eve' }),
    ];
    await report(eve, obi, 'name');
    await report(obi, ada, 'picture');
    server().clock.at += 1000;
    await report(eve, ada, 'picture');
    const { image, phone } = await ada.user();
    const last = new Date(server().clock.at);
    const first = new Date(server().clock.at - 1000);
    const other = (await obi.user()).phone;
    expect(await run(null, 'players', 'reports')).toEqual({
      isDone: true,
      lines: [
        `${ada.id} ${phone} ada: picture 2, last ${last.toISOString()}; /static/${image}`,
        `${obi.id} ${other} obi: name 1, last ${first.toISOString()}; no picture`,
      ],
    });
    const hide = ['players', 'hide-picture', ada.phone, '--why', 'a flag'];
    expect(await run(null, ...hide)).toMatchObject({ isDone: false, isKeyNeeded: true });
    expect(await run('false', ...hide)).toMatchObject({ isDone: false });
    expect((await ada.user()).image).toBe(image);
    expect(await run(await key(), ...hide)).toEqual({
      isDone: true,
      lines: ['The picture is deleted'],
    });
    expect((await ada.user()).image).toBeNull();
    const gone = await server().app.inject({ method: 'GET', url: `/static/${image}` });
    expect(gone.statusCode).toBe(404);
    const seen = ['players', 'seen', `${obi.id}`, '--why', 'a name like others'];
    expect((await run(await key(), ...seen)).lines).toEqual(['The reports are closed']);
    expect((await run(null, 'players', 'reports')).lines).toEqual(['Nobody is reported']);
    expect((await log()).slice(-2)).toMatchObject([
      { operator: 'ngozi', command: 'players hide-picture', reference: `${ada.id}`, why: 'a flag' },
      { operator: 'ngozi', command: 'players seen', reference: `${obi.id}` },
    ]);
  });

  test('a player is called by another name from then on, on boards too', async () => {
    const player = await server().subscriber('rude');
    await player.play();
    const rename = (...rest: string[]) => ['players', 'rename', player.phone, ...rest];
    expect(await run(await key(), ...rename('Keeper', '--why', 'rude'))).toEqual({
      isDone: true,
      lines: ['rude is now called Keeper'],
    });
    expect(await player.user()).toMatchObject({ name: 'Keeper', username: 'rude' });
    const { data } = (await player.get('/points')).body;
    expect(data).toMatchObject({ user: { fmuser: { name: 'Keeper' } } });
    expect((await run(await key(), ...rename('<b>', '--why', 'rude'))).isDone).toBe(false);
  });

  test('a deleted account gets no name again', async () => {
    const player = await server().signUp({ name: 'rude' });
    await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
    const rename = ['players', 'rename', `${player.id}`, 'Keeper', '--why', 'rude'];
    expect((await run(await key(), ...rename)).lines).toEqual(['There is no player with this id']);
    const row = server().db.selectFrom('players').select('nickname').where('id', '=', player.id);
    expect(await row.executeTakeFirst()).toEqual({ nickname: 'Deleted player' });
  });

  test.each([
    ['players'],
    ['players', 'hide'],
    ['players', 'reports', '7'],
    ['players', 'hide-picture', '7'],
    ['players', 'hide-picture', '7', 'more', '--why', 'x'],
    ['players', 'rename', '7', '--why', 'x'],
  ])('%s %s %s is answered with how to use it', async (...args) => {
    const { lines, isDone } = await run(await key(), ...args);
    expect(isDone).toBe(false);
    expect(lines[0]).toContain('npm run admin -- players COMMAND');
  });

  test('an impossible change is reported, and not logged', async () => {
    const player = await server().signUp();
    const before = (await log()).length;
    const tell = async (command: string, who: string) =>
      (await run(await key(), 'players', command, who, '--why', 'x')).lines;
    expect(await tell('hide-picture', player.phone)).toEqual(['The player has no picture']);
    expect(await tell('seen', player.phone)).toEqual(['Nothing is reported of the player']);
    expect(await tell('seen', '999999')).toEqual(['There is no player with this id']);
    const nobody = ['There is no account with this phone number'];
    expect(await tell('seen', '08099999999')).toEqual(nobody);
    expect(await log()).toHaveLength(before);
  });
});

describe('finding a player', () => {
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
});

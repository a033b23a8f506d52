import { expect, test } from 'vitest';
import { addOperator, operate } from '../../support/desk.ts';
import { photo } from '../../support/hostile-pictures.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

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

import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { addOperator, operate } from '../../support/desk.ts';
import { photo } from '../../support/hostile-pictures.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();
const PHOTO = (await photo().jpeg().toBuffer()) as Buffer<ArrayBuffer>;

let operatorKey: string | undefined;

/** An operator's change to a player, with the reason. */
async function change(command: string, player: TestPlayer, ...more: string[]): Promise<string[]> {
  operatorKey ??= await addOperator(server(), 'ngozi');
  const args = ['players', command, String(player.id), ...more, '--why', 'not fit'];
  return (await operate(server(), args, operatorKey)).lines;
}

function choose(
  player: TestPlayer,
  { name, picture = false }: { name?: string; picture?: boolean },
) {
  const body = new FormData();
  if (name !== undefined) body.append('name', name);
  if (picture) body.append('image', new Blob([PHOTO]), 'me.jpg');
  return server().call('PUT', '/user', {
    headers: { authorization: `Bearer ${player.token}`, 'idempotency-key': newKey() },
    body,
  });
}

/** Deletes the account and signs up again with its number, by another name. */
async function startAnew(player: TestPlayer): Promise<TestPlayer> {
  await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
  return server().signUp({ phone: player.phone, name: 'ruder' });
}

test('a picture that was hidden cannot be sent again for 30 days, whatever else can', async () => {
  const player = await server().signUp();
  await choose(player, { picture: true });
  await change('hide-picture', player);
  const again = () => choose(player, { name: 'ada', picture: true });
  const { body } = await expectRefused(server(), again, 403, 'picture/locked');
  expect(body.message).toBe(
    'We removed your picture. You can choose a new one from 18 December 2026. Is this wrong? Contact Us.',
  );
  expect((await choose(player, { name: 'Keeper' })).body.data).toMatchObject({ name: 'Keeper' });
  server().clock.at += 30 * DAY_MS - 1;
  await expectRefused(server(), again, 403, 'picture/locked');
  server().clock.at += 1;
  expect((await again()).status).toBe(200);
});

test('a name that the operator gave stays for 30 days; a form that brings it along is taken', async () => {
  const player = await server().signUp({ name: 'rude' });
  await change('rename', player, 'Keeper');
  const other = () => choose(player, { name: 'rude', picture: true });
  const { body } = await expectRefused(server(), other, 403, 'name/locked');
  expect(body.message).toMatch(
    /^We changed your nickname to Keeper\. You can choose another one from /,
  );
  expect((await choose(player, { name: 'Keeper', picture: true })).body.data).toMatchObject({
    name: 'Keeper',
    image: expect.any(String),
  });
  server().clock.at += 30 * DAY_MS;
  expect((await other()).body.data).toMatchObject({ name: 'rude' });
});

test('both outlive the account: its number signs up with them', async () => {
  const before = await server().signUp({ name: 'rude' });
  await choose(before, { picture: true });
  await change('hide-picture', before);
  await change('rename', before, 'Keeper');
  let player = before;
  for (const _turn of [1, 2]) {
    player = await startAnew(player);
    expect(await player.user()).toMatchObject({ name: 'Keeper', username: 'ruder' });
    const picture = () => choose(player, { picture: true });
    await expectRefused(server(), picture, 403, 'picture/locked');
    await expectRefused(server(), () => choose(player, { name: 'rude' }), 403, 'name/locked');
  }
  server().clock.at += 30 * DAY_MS;
  expect(await (await startAnew(player)).user()).toMatchObject({ name: 'ruder' });
});

test('the operator sees what is locked and lifts it, which closes no report', async () => {
  const [player, reporter] = [await server().signUp({ name: 'rude' }), await server().signUp()];
  expect((await operate(server(), ['players', 'locks'])).lines).toEqual(['Nothing is locked']);
  expect(await change('lift', player)).toEqual(['Nothing is locked for the player']);
  await choose(player, { picture: true });
  await change('rename', player, 'Keeper');
  server().clock.at += 1000;
  await change('hide-picture', player);
  await reporter.post(`/players/${player.id}/report`, { reason: 'other' });
  const until = (ms: number) => new Date(server().clock.at + 30 * DAY_MS + ms).toISOString();
  const { phone } = await player.user();
  expect((await operate(server(), ['players', 'locks'])).lines).toEqual([
    `${player.id} ${phone} Keeper: picture until ${until(0)}, nickname until ${until(-1000)}`,
  ]);
  expect(
    await operate(server(), ['players', 'lift', String(player.id), '--why', 'x']),
  ).toMatchObject({
    isDone: false,
    isKeyNeeded: true,
  });
  expect(await change('lift', player)).toEqual(['The player may choose again']);
  expect((await choose(player, { name: 'rude', picture: true })).status).toBe(200);
  expect((await operate(server(), ['players', 'reports'])).lines).toHaveLength(1);
  expect((await operate(server(), ['players', 'locks'])).lines).toEqual(['Nothing is locked']);
  const log = server().db.selectFrom('operator_log').select('command').orderBy('id', 'desc');
  expect((await log.executeTakeFirst())?.command).toBe('players lift');
});

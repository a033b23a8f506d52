import { beforeAll, expect, test } from 'vitest';
import { addOperator, logOf, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';

const server = testServer();

const run = (command: string[], key: string | null = null) => operate(server(), command, key);

let ngozi = '';
beforeAll(async () => {
  ngozi = await addOperator(server(), 'ngozi');
}, 60_000);

test('the operator sees where a player is signed in, and ends that', async () => {
  const player = await server().signUp();
  expect((await run(['sessions', 'of', player.phone])).lines).toEqual([
    `${new Date(server().clock.at).toISOString()} an unknown device`,
  ]);
  const end = ['sessions', 'end', `${player.id}`, '--why', 'a lost phone'];
  expect(await run(end)).toMatchObject({ isDone: false, isKeyNeeded: true });
  expect((await player.get('/points')).status).toBe(200);
  expect(await run(end, ngozi)).toEqual({ lines: ['Sign-ins ended: 1'], isDone: true });
  expect((await player.get('/points')).status).toBe(401);
  expect((await run(['sessions', 'of', player.phone])).lines).toEqual([
    'The player is signed in nowhere',
  ]);
  expect(await logOf(server(), `${player.id}`)).toMatchObject([
    { operator: 'ngozi', command: 'sessions end', why: 'a lost phone' },
  ]);
});

test.each([
  [['end', '08039999999', '--why', 'x'], /no account/],
  [['of', '12345678901234'], /10 or 11 digits/],
  [['end', '08030000014'], /npm run admin -- sessions COMMAND/],
  [['revoke', '08030000014', '--why', 'x'], /npm run admin -- sessions COMMAND/],
  [['of', '08030000014', '--all'], /npm run admin -- sessions COMMAND/],
])('%j is answered with what is wrong', async (args, message) => {
  const { lines, isDone } = await run(['sessions', ...args], ngozi);
  expect(isDone).toBe(false);
  expect(lines.join()).toMatch(message);
});

import { beforeEach, describe, expect, test } from 'vitest';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import {
  challengeOf,
  inboxOf,
  OPERATOR_SECRET,
  operatorProof,
  signUpByCode,
  wrongCode,
} from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { accountOf, addAccount, newAccount } from './bank-calls.ts';

const MINUTE_MS = 60_000;
const FRESH_MS = 15 * MINUTE_MS;

const remove = (player: TestPlayer, more: Record<string, string> = {}, key = newKey()) =>
  player.delete('/user', { word: 'DELETE', ...more }, { key });

describe('where anybody signs in', () => {
  const server = testServer();

  test('nothing is asked for', async () => {
    const player = await server().signUp();
    await addAccount(player, newAccount());
    server().clock.at += 10 * FRESH_MS;
    expect((await addAccount(player, newAccount())).body).toMatchObject({ status: true });
    expect((await remove(player)).body).toMatchObject({ status: true });
  });
});

describe('where sign-in takes a code', () => {
  const server = testServer({ env: { SIGN_IN_POLICY: 'otp', CODES_PER_HOUR: '1000' } });
  beforeEach(() => {
    server().clock.at += 2 * MINUTE_MS;
  });

  /** A player with an account, whose sign-in is no longer fresh. */
  async function withAccount(): Promise<TestPlayer> {
    const player = await signUpByCode(server());
    expect((await addAccount(player, newAccount())).status).toBe(200);
    server().clock.at += FRESH_MS + 1;
    return player;
  }

  test('a sign-in of these 15 minutes will do, for a change and for the end', async () => {
    const player = await signUpByCode(server());
    await addAccount(player, newAccount());
    server().clock.at += FRESH_MS - MINUTE_MS;
    expect((await addAccount(player, newAccount())).body).toMatchObject({ status: true });
    expect((await remove(player)).body).toMatchObject({ status: true });
  });

  test('an account is deleted by the code that is sent to its number, once', async () => {
    const player = await withAccount();
    const asked = await remove(player);
    const { id: challenge } = challengeOf(asked);
    const code = await codeOf(player);
    const wrong = await remove(player, { challenge, code: wrongCode(code) });
    expect(wrong.body).toMatchObject({ code: 'challenge/wrong-code', status: false });
    expect((await player.get('/user/dailyplays')).status).toBe(200);
    const key = newKey();
    const right = () =>
      remove(player, { challenge, code: `${code.slice(0, 3)} ${code.slice(3)}` }, key);
    for (const _again of [1, 2]) expect((await right()).body).toEqual({ status: true, data: null });
    expect((await player.get('/user/dailyplays')).status).toBe(401);
  });

  test('a code of another number ends nobody, and the word is still asked for', async () => {
    const [ada, bola] = [await withAccount(), await withAccount()];
    const { id: challenge } = challengeOf(await remove(bola));
    const code = await codeOf(bola);
    const theirs = () => remove(ada, { challenge, code });
    await expectRefused(server(), theirs, 410, 'challenge/expired');
    const without = () => bola.delete('/user', { challenge, code }, { key: newKey() });
    await expectRefused(server(), without, 422, 'request/invalid');
    for (const player of [ada, bola]) expect((await player.get('/banks')).status).toBe(200);
  });

  const codeOf = async ({ phone }: TestPlayer) => (await inboxOf(server(), phone))[0]?.code ?? '';

  test('the first account takes a code too, whoever else has the phone that is signed in', async () => {
    const player = await signUpByCode(server());
    server().clock.at += FRESH_MS + 1;
    const number = newAccount();
    const { id: challenge } = challengeOf(await addAccount(player, number));
    expect(await accountOf(player)).toBeNull();
    const code = await codeOf(player);
    const added = await addAccount(player, number, { challenge, code });
    expect(added.body).toMatchObject({
      status: true,
      data: { bank: { acctName: expect.any(String) } },
    });
    // The same account added again asks for nothing.
    server().clock.at += FRESH_MS + 1;
    expect((await addAccount(player, number)).body).toMatchObject({ status: true });
  });

  test('a change takes the code that is sent to the number', async () => {
    const player = await withAccount();
    const before = await accountOf(player);
    const number = newAccount();
    const { id: challenge } = challengeOf(await addAccount(player, number));
    expect(await accountOf(player)).toEqual(before);
    const code = await codeOf(player);
    const wrong = await addAccount(player, number, { challenge, code: wrongCode(code) });
    expect(wrong.body).toMatchObject({ code: 'challenge/wrong-code', status: false });
    expect(await accountOf(player)).toEqual(before);
    const key = newKey();
    const right = () => addAccount(player, number, { challenge, code, key });
    const done = await right();
    expect(done.body).toMatchObject({
      status: true,
      data: { bank: { heldUntil: expect.any(String) } },
    });
    // A dropped reply comes again; the code is good for nothing else.
    expect((await right()).body).toEqual(done.body);
    const again = () => addAccount(player, newAccount(), { challenge, code });
    await expectRefused(server(), again, 410, 'challenge/expired');
  });

  test('codes of other numbers and guesses change nothing', async () => {
    const [ada, bola] = [await withAccount(), await withAccount()];
    const before = await accountOf(ada);
    const { id: challenge } = challengeOf(await addAccount(bola, newAccount()));
    const code = await codeOf(bola);
    const theirs = () => addAccount(ada, newAccount(), { challenge, code });
    await expectRefused(server(), theirs, 410, 'challenge/expired');
    const { id: own } = challengeOf(await addAccount(ada, newAccount()));
    const guess = wrongCode(await codeOf(ada));
    const codes: unknown[] = [];
    for (let tries = 0; tries < 6; tries++) {
      const reply = await addAccount(ada, newAccount(), { challenge: own, code: guess });
      codes.push(reply.body.code);
    }
    const wrong = 'challenge/wrong-code';
    const tooMany = 'challenge/too-many-tries';
    expect(codes).toEqual([wrong, wrong, wrong, wrong, tooMany, tooMany]);
    expect(await accountOf(ada)).toEqual(before);
  });

  test('no code is spent on an account that cannot be had', async () => {
    const [ada, bola] = [await withAccount(), await withAccount()];
    const number = newAccount();
    await addAccount(await signUpByCode(server()), number);
    for (const [wanted, status, code] of [
      [number, 409, 'bank/taken'],
      [newAccount('0'), 422, 'bank/unresolved'],
      [newAccount('9'), 502, 'bank/unavailable'],
    ] as const) {
      for (const player of [ada, bola])
        await expectRefused(server(), () => addAccount(player, wanted), status, code);
    }
  });
});

describe("where sign-in takes the operator's link", () => {
  const server = testServer({
    env: { SIGN_IN_POLICY: 'operator', OPERATOR_PROOF_SECRET: OPERATOR_SECRET },
  });

  test('a change and the end take a sign-in of these 15 minutes', async () => {
    const phone = server().newPhone();
    const proof = () => operatorProof(phone, server().clock.at);
    const player = await server().signUp({ phone, proof: proof() });
    await addAccount(player, newAccount());
    server().clock.at += FRESH_MS + 1;
    const change = () => addAccount(player, newAccount());
    await expectRefused(server(), change, 403, 'session/not-fresh');
    await expectRefused(server(), () => remove(player), 403, 'session/not-fresh');
    // A code that was never sent opens nothing here.
    const guess = { challenge: 'a'.repeat(22), code: '123456' };
    await expectRefused(server(), () => remove(player, guess), 403, 'session/not-fresh');
    const link = `/user/${phone}?proof=${encodeURIComponent(proof())}`;
    player.token = String((await server().call('GET', link)).body.meta?.token);
    expect((await change()).body).toMatchObject({ status: true });
    expect((await remove(player)).body).toMatchObject({ status: true });
  });
});

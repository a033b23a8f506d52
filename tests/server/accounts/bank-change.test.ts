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
import { TestPlayer } from '../../support/test-player.ts';
import { accountOf, addAccount, newAccount } from './bank-calls.ts';

const MINUTE_MS = 60_000;

describe('where sign-in takes a code', () => {
  const server = testServer({ env: { SIGN_IN_POLICY: 'otp', CODES_PER_HOUR: '1000' } });
  beforeEach(() => {
    server().clock.at += 2 * MINUTE_MS;
  });

  /** A player with an account, a minute later. */
  async function withAccount(): Promise<TestPlayer> {
    const player = await signUpByCode(server());
    expect((await addAccount(player, newAccount())).status).toBe(200);
    server().clock.at += MINUTE_MS;
    return player;
  }

  const codeOf = async ({ phone }: TestPlayer) => (await inboxOf(server(), phone))[0]?.code ?? '';

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
    const { id: challenge } = challengeOf(await addAccount(bola, newAccount()));
    const code = await codeOf(bola);
    const theirs = await addAccount(ada, newAccount(), { challenge, code });
    expect(theirs.body.code).toBe('user/proof-needed');
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
    expect(await accountOf(ada)).toMatchObject({ heldUntil: null });
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

  test('a change takes a sign-in of these ten minutes', async () => {
    const phone = server().newPhone();
    const proof = () => operatorProof(phone, server().clock.at);
    const fields = { name: 'ada', email: 'ada@example.com', platform: 'network', phone };
    const created = await server().call('POST', '/user/', { body: { ...fields, proof: proof() } });
    const { id } = created.body.data as { id: string };
    const player = new TestPlayer(server(), Number(id), phone, String(created.body.meta?.token));
    await addAccount(player, newAccount());
    server().clock.at += 10 * MINUTE_MS;
    const change = () => addAccount(player, newAccount());
    await expectRefused(server(), change, 403, 'user/proof-needed');
    const link = `/user/${phone}?proof=${encodeURIComponent(proof())}`;
    player.token = String((await server().call('GET', link)).body.meta?.token);
    expect((await change()).body).toMatchObject({ status: true });
  });
});

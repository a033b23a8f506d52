import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../../../scripts/lib/player/call.ts';
import { NUMBER_PROOF_LIFE_MS } from '../../../../server/accounts/sign-in/proofs.ts';
import { DAY_MS } from '../../../../src/rules/calendar.ts';
import { endSessionsOf } from '../../../support/end-sessions.ts';
import { expectRefused, newKey, testServer } from '../../../support/server.ts';
import {
  challengeOf,
  inboxOf,
  OPERATOR_SECRET,
  operatorProof,
  passChallenge,
  signUpByCode,
  wrongCode,
} from '../../../support/sign-in.ts';
import type { TestPlayer } from '../../../support/test-player.ts';
import { accountOf, addAccount, newAccount } from '../bank-calls.ts';

const MINUTE_MS = 60_000;

describe('a proof of a number', () => {
  const ADA = { name: 'ada', email: 'ada@example.com', platform: 'rave' };

  const server = testServer({
    env: {
      SIGN_IN_POLICY: 'otp',
      OPERATOR_PROOF_SECRET: OPERATOR_SECRET,
      CODES_PER_HOUR: '1000',
    },
  });

  const proofByCode = async (phone: string) =>
    String((await passChallenge(server(), phone)).body.meta?.proof);

  const create = (phone: string, proof: string, key = newKey()) =>
    server().call('POST', '/user/', {
      body: { ...ADA, phone, proof },
      headers: { 'idempotency-key': key },
    });

  const PROVEN = ['/user', '/payments/subscription/airtime/verify', '/payments/subscribe/airtime'];

  const show = (path: string, phone: string, proof: string) =>
    server().call('GET', `${path}/${phone}?proof=${proof}`);

  /** A number that has its account, and the proof that created it, a minute later. */
  async function signedUp() {
    const phone = server().newPhone();
    const proof = await proofByCode(phone);
    const { body } = await create(phone, proof);
    server().clock.at += MINUTE_MS;
    return {
      phone,
      proof,
      playerId: Number((body.data as { id: string }).id),
      token: String(body.meta?.token),
    };
  }

  /** Shows that our proof is worthless for a number with an account. */
  async function expectWorthless(phone: string, proof: string) {
    const before = await server().db.selectFrom('sessions').selectAll().execute();
    const lookUp = await show('/user', phone, proof);
    expect(lookUp.body).toMatchObject({ status: false, data: null, code: 'user/challenge' });
    expect(lookUp.body.meta).toEqual({ challenge: expect.any(Object) });
    for (const path of PROVEN.slice(1)) {
      const call = () => show(path, phone, proof);
      await expectRefused(server(), call, 403, 'user/proof-needed');
    }
    await expectRefused(server(), () => create(phone, proof), 409, 'user/exists');
    expect(await server().db.selectFrom('sessions').selectAll().execute()).toEqual(before);
  }

  // Each test has a minute of its own.
  beforeEach(() => {
    server().clock.at += MINUTE_MS;
  });

  test('the proof that creates an account opens nothing of an account that is there', async () => {
    const { phone, proof } = await signedUp();
    await expectWorthless(phone, proof);
  });

  test('a proof from before somebody else signed up with the number is worth nothing to them', async () => {
    const phone = server().newPhone();
    const earlier = await proofByCode(phone);
    server().clock.at += MINUTE_MS;
    await create(phone, await proofByCode(phone));
    server().clock.at += MINUTE_MS;
    await expectWorthless(phone, earlier);
  });

  test('a proof of a number without an account brings no newer one', async () => {
    const phone = server().newPhone();
    const proof = await proofByCode(phone);
    server().clock.at += NUMBER_PROOF_LIFE_MS - 1;
    for (const path of PROVEN.slice(0, 2)) {
      const { body } = await show(path, phone, proof);
      expect(body).toMatchObject({ status: false, code: 'user/unknown', meta: { proof } });
    }
    server().clock.at += 1;
    expect((await show('/user', phone, proof)).body.code).toBe('user/challenge');
  });

  test('after a logout the proof of the sign-up admits nobody', async () => {
    const { phone, proof, token } = await signedUp();
    const headers = { authorization: `Bearer ${token}` };
    await server().call('POST', '/user/logout', { headers });
    await expectWorthless(phone, proof);
  });

  test('a player whose sign-ins the operator ended is not let in by the proof they signed up with', async () => {
    const { phone, proof, playerId } = await signedUp();
    expect(await endSessionsOf(server().db, playerId)).toBe(1);
    await expectWorthless(phone, proof);
  });
});

describe('a code and its account', () => {
  const server = testServer({ env: { SIGN_IN_POLICY: 'otp', CODES_PER_HOUR: '1000' } });

  const ADA = { name: 'ada', email: 'ada@example.com', platform: 'rave' };

  const create = (body: object, key = newKey()) =>
    server().call('POST', '/user/', { body, headers: { 'idempotency-key': key } });

  // Each test has a minute of its own.
  beforeEach(() => {
    server().clock.at += MINUTE_MS;
  });

  test('a player is looked up with their own token, without a code', async () => {
    const [player, other] = [await signUpByCode(server()), await signUpByCode(server())];
    const own = await player.get(`/user/${player.phone}`);
    expect(own.body).toMatchObject({ status: true, meta: { token: player.token } });
    server().clock.at += MINUTE_MS;
    expect((await player.get(`/user/${other.phone}`)).body.code).toBe('user/challenge');
    server().clock.at += 61 * DAY_MS;
    expect((await player.get(`/user/${player.phone}`)).body.code).toBe('user/challenge');
  });

  test('an account is created only with a proof of its number', async () => {
    const phone = server().newPhone();
    const { body } = await passChallenge(server(), phone);
    const proof = String(body.meta?.proof);
    const another = server().newPhone();
    for (const [what, wrong] of [
      ['none', { phone }],
      ['of another number', { phone: another, proof }],
      ['changed', { phone, proof: proof.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) }],
      [
        'with another number in it',
        { phone: another, proof: proof.replace(/234\d{10}/, `234${another.slice(1)}`) },
      ],
      ['of a later end', { phone, proof: proof.replace(/\.(\d+)\./, (_, end) => `.${+end + 1}.`) }],
      ['no proof at all', { phone, proof: 'n1.x' }],
      ['empty', { phone, proof: '' }],
    ] as const) {
      const call = () => create({ ...ADA, ...wrong });
      await expectRefused(server(), call, 403, 'user/proof-needed').catch((error) => {
        throw new Error(`a proof that is ${what}`, { cause: error });
      });
    }
    server().clock.at += NUMBER_PROOF_LIFE_MS;
    const late = () => create({ ...ADA, phone, proof });
    await expectRefused(server(), late, 403, 'user/proof-needed');
  });

  test('a creation whose reply was dropped comes again with a session, by its proof', async () => {
    const phone = server().newPhone();
    const { body } = await passChallenge(server(), phone);
    const fields = { ...ADA, phone, proof: body.meta?.proof };
    const key = newKey();
    const first = await create(fields, key);
    const repeat = await create(fields, key);
    expect(repeat.body).toMatchObject({ status: true, data: first.body.data ?? {} });
    expect(repeat.body.meta?.token).toHaveLength(43);
    await expectRefused(server(), () => create(fields), 409, 'user/exists');
  });

  test('two creations with one proof create one account', async () => {
    const phone = server().newPhone();
    const { body } = await passChallenge(server(), phone);
    const fields = { ...ADA, phone, proof: body.meta?.proof };
    const replies = await Promise.all([create(fields), create(fields), create(fields)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('a number without an account is subscribed with the proof of its code, no other way', async () => {
    const phone = server().newPhone();
    const path = `/payments/subscribe/airtime/${phone}`;
    await expectRefused(server(), () => server().call('GET', path), 401, 'session/required');
    const { body } = await passChallenge(server(), phone);
    const reply = await server().call('GET', `${path}?proof=${body.meta?.proof}`);
    expect(reply.body).toEqual({ status: true, data: null });
  });
});

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

describe('the example of a proof', () => {
  const RECORD = new URL('../../../../docs/decisions/0008-sign-in-policies.md', import.meta.url);

  const record = readFileSync(RECORD, 'utf8');

  const example = (part: string) => new RegExp(`^${part} {2,}(.+)$`, 'm').exec(record)?.[1] ?? '';

  const [secret, signed, proof] = ['secret', 'signed', 'proof'].map(example) as [
    string,
    string,
    string,
  ];

  const [, phone = '', seconds = ''] = signed.split('.');

  const SIGNED_AT = Number(seconds) * 1000;

  const server = testServer({
    now: SIGNED_AT,
    env: { SIGN_IN_POLICY: 'operator', OPERATOR_PROOF_SECRET: secret },
  });

  const command = /```sh\n(.+)\n```/.exec(record)?.[1] ?? '';

  /** The signature that the record's command makes for a text. */
  const signBy = (text: string) =>
    execFileSync('sh', ['-c', command], {
      env: { PATH: process.env.PATH ?? '', secret, signed: text },
      encoding: 'utf8',
    }).trim();

  const lookUp = (shown: string) => server().call('GET', `/user/${phone}?proof=${shown}`);

  test('the example of the record adds up', () => {
    expect(proof).toBe(`${signed}.${example('signature')}`);
    expect(record).toContain(`with ${new Date(SIGNED_AT).toISOString().replace('.000', '')} as`);
  });

  test('the command of the record makes the example’s signature', () => {
    expect(signBy(signed)).toBe(example('signature'));
  });

  test('the server takes the proof of the record, as its gateway would have made it', async () => {
    expect((await lookUp(`${proof}A`)).body.code).toBe('user/proof-needed');
    expect((await lookUp(proof)).body.code).toBe('user/unknown');
  });

  test('the nonces that the record allows are those that the server takes', async () => {
    for (const [nonce, code] of [
      ['AZaz09_-', 'user/unknown'],
      ['n'.repeat(64), 'user/unknown'],
      ['n'.repeat(7), 'user/proof-needed'],
      ['n'.repeat(65), 'user/proof-needed'],
      ['a+b/c=de', 'user/proof-needed'],
    ] as const) {
      const stated = `v1.${phone}.${seconds}.${nonce}`;
      const shown = encodeURIComponent(`${stated}.${signBy(stated)}`);
      expect((await lookUp(shown)).body.code).toBe(code);
    }
  });
});

describe('proofs given back', () => {
  const server = testServer({
    env: { SIGN_IN_POLICY: 'operator', OPERATOR_PROOF_SECRET: OPERATOR_SECRET },
  });

  const ADA = { name: 'ada', email: 'ada@example.com', platform: 'network' };

  const proofOf = (phone: string) => operatorProof(phone, server().clock.at);

  const show = (path: string, phone: string, proof: string) =>
    server().call('GET', `${path}/${phone}?proof=${proof}`, {
      headers: { 'idempotency-key': newKey() },
    });

  const create = (body: object, key = newKey()) =>
    server().call('POST', '/user/', { body, headers: { 'idempotency-key': key } });

  /** A number with an account; `ending` decides the answers of the sandbox's operator. */
  async function signUp(ending?: string): Promise<string> {
    const phone = server().newPhone(ending);
    await create({ ...ADA, phone, proof: proofOf(phone) });
    return phone;
  }

  /** Shows that a proof is still valid, for one call. */
  async function expectGoodOnce(phone: string, proof: string) {
    expect((await show('/user', phone, proof)).body.status).toBe(true);
    expect((await show('/user', phone, proof)).body.code).toBe('user/proof-needed');
  }

  const VERIFY = '/payments/subscription/airtime/verify';

  const SUBSCRIBE = '/payments/subscribe/airtime';

  test.each([
    ['verified while the operator fails', VERIFY, '03', 502, 'billing/unavailable'],
    ['verified to be refused', VERIFY, '01', 200, 'subscription/refused'],
    ['subscribed while the operator fails', SUBSCRIBE, '03', 502, 'billing/unavailable'],
    ['subscribed without the airtime for it', SUBSCRIBE, '01', 200, 'subscription/refused'],
    ['subscribed without an answer yet', SUBSCRIBE, '02', 200, 'subscription/pending'],
  ])('a number %s keeps its proof for the next tap', async (_what, path, ending, status, code) => {
    const phone = await signUp(ending);
    const proof = proofOf(phone);
    for (const _tap of [1, 2]) {
      const reply: Reply = await show(path, phone, proof);
      expect({ status: reply.status, code: reply.body.code }).toEqual({ status, code });
    }
    await expectGoodOnce(phone, proof);
  });

  test('a creation that is refused leaves the proof to sign in with', async () => {
    const phone = await signUp();
    const proof = proofOf(phone);
    expect((await create({ ...ADA, phone, proof })).body.code).toBe('user/exists');
    await expectGoodOnce(phone, proof);
  });

  test('a look-up that fails leaves the proof for the next', async () => {
    const phone = await signUp();
    const proof = proofOf(phone);
    await server().db.schema.alterTable('sessions').renameTo('sessions_elsewhere').execute();
    const path = `/api/v2/user/${phone}?proof=${proof}`;
    const failed = await server().app.inject(path);
    await server().db.schema.alterTable('sessions_elsewhere').renameTo('sessions').execute();
    expect(failed.statusCode).toBe(500);
    await expectGoodOnce(phone, proof);
  });

  test('a call that fails gives nobody else’s proof back', async () => {
    const phone = await signUp('03');
    const proof = proofOf(phone);
    expect((await show('/user', phone, proof)).body.status).toBe(true);
    expect((await show(VERIFY, phone, proof)).body.code).toBe('user/proof-needed');
    expect((await show('/user', phone, proof)).body.code).toBe('user/proof-needed');
  });

  test('a look-up that brings the proof to create an account uses the operator’s up', async () => {
    const phone = server().newPhone();
    const proof = proofOf(phone);
    expect((await show('/user', phone, proof)).body.code).toBe('user/unknown');
    expect((await show('/user', phone, proof)).body.code).toBe('user/proof-needed');
  });
});

import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Reply } from '../../../scripts/lib/player/call.ts';
import { createPlayer, readName } from '../../../server/accounts/players.ts';
import { openSession } from '../../../server/accounts/sign-in/sessions.ts';
import type { Db } from '../../../server/database/tables.ts';
import { makeUsername } from '../../../src/rules/usernames.ts';
import { forceWallet } from '../../support/force-wallet.ts';
import { expectRefused, newKey, type TestServer, testServer } from '../../support/server.ts';
import { OPERATOR_SECRET, operatorProof, passChallenge, stored } from '../../support/sign-in.ts';

describe('players', () => {
  const server = testServer();

  const ADA = { name: 'ada', email: 'ada@example.com', platform: 'rave' };

  const signUp = (body: object, key?: string) =>
    server().call('POST', '/user/', {
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });

  test('a new player has an empty wallet, no points and no subscription', async () => {
    const reply = await signUp({ ...ADA, phone: '0803 111 0014' });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: true, meta: { token: expect.any(String) } });
    expect(reply.body.data).toEqual({
      id: expect.any(String),
      name: 'ada',
      username: 'ada',
      email: 'ada@example.com',
      phone: '2348031110014',
      image: null,
      dob: null,
      gender: null,
      state: null,
      city: null,
      platform: 'rave',
      isActive: false,
      paymentToken: null,
      pointBalance: 0,
      highScore: 0,
      createdAt: new Date(server().clock.at).toISOString(),
      network: 'all',
      dark: null,
      hasBank: false,
    });
  });

  test('a sign-up keeps where its player came from, in plain words alone', async () => {
    const ours = { social: 'Instagram', source: 'spring 2027' };
    const theirs = { social: '<script>', source: 'x'.repeat(500) };
    for (const [phone, arrival, kept] of [
      ['2348031110514', ours, ours],
      ['2348031110614', theirs, { social: null, source: null }],
      ['2348031110714', {}, { social: null, source: null }],
    ] as const) {
      expect((await signUp({ ...ADA, phone, ...arrival })).status).toBe(200);
      const row = server().db.selectFrom('players').select(['social', 'source']);
      expect(await row.where('phone', '=', phone).executeTakeFirst()).toEqual(kept);
    }
  });

  test('a known number is found in every form it is typed or linked in', async () => {
    const { id } = await server().signUp({ phone: '08031110114' });
    for (const form of ['08031110114', '8031110114', '2348031110114', '0803%20111%200114']) {
      const reply = await server().lookUp(form);
      expect(reply.body, form).toMatchObject({ status: true, data: { id: String(id) } });
      expect(reply.body.meta?.token, form).toHaveLength(43);
    }
  });

  test('an unknown number is an expected no', async () => {
    const reply = await server().lookUp('09019999999');
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: false, data: null, code: 'user/unknown' });
    expect(reply.body.meta).toBeUndefined();
  });

  test.each([
    ['0803111001', 'Enter a Nigerian mobile number'],
    ['080311100', 'Phone number must be 10 or 11 digits'],
    ['080311100145', 'Phone number must be 10 or 11 digits'],
    ['0803111OO14', 'Phone number must be 10 or 11 digits'],
    ['447911123456', 'Phone number must be 10 or 11 digits'],
    ['4479111234567', 'Phone number must be 10 or 11 digits'],
    ['01031110014', 'Enter a Nigerian mobile number'],
    ["'; drop table players; --", 'Phone number must be 10 or 11 digits'],
  ])('the number %s is refused with its message', async (phone, message) => {
    const looked = await expectRefused(
      server(),
      () => server().lookUp(encodeURIComponent(phone)),
      422,
      'phone/invalid',
    );
    expect(looked.body.message).toContain(message);
    await expectRefused(server(), () => signUp({ ...ADA, phone }), 422, 'phone/invalid');
  });

  test.each([
    ['an empty username', { name: '  ' }, 'username/invalid'],
    ['a username of eleven characters', { name: 'abcdefghijk' }, 'username/invalid'],
    ['a username with markup', { name: '<b>ada' }, 'username/invalid'],
    ['a username with a right-to-left mark', { name: 'a\u202Eda' }, 'username/invalid'],
    ['a username of 300 characters', { name: 'a'.repeat(300) }, 'request/invalid'],
    ['no username', { name: undefined }, 'request/invalid'],
    ['an email without an at-sign', { email: 'ada.example.com' }, 'email/invalid'],
    ['an email of 400 characters', { email: `${'a'.repeat(400)}@b.ng` }, 'request/invalid'],
    ['an unknown platform', { platform: 'web' }, 'request/invalid'],
    ['a number as phone', { phone: 8031110014 }, 'request/invalid'],
    ['a proof of another type', { proof: 7 }, 'request/invalid'],
    ['a proof of 301 characters', { proof: 'a'.repeat(301) }, 'request/invalid'],
  ])('%s is refused', async (_what, wrong, code) => {
    const body = { ...ADA, phone: server().newPhone(), ...wrong };
    const reply = await expectRefused(server(), () => signUp(body), 422, code);
    if (code === 'request/invalid') expect(reply.body.message).toContain(Object.keys(wrong)[0]);
  });

  test('a number has one account', async () => {
    const { phone } = await server().signUp();
    await expectRefused(server(), () => signUp({ ...ADA, phone }), 409, 'user/exists');
    const international = `234${phone.slice(1)}`;
    await expectRefused(
      server(),
      () => signUp({ ...ADA, phone: international }),
      409,
      'user/exists',
    );
  });

  test('two sign-ups of one number at once make one account', async () => {
    const body = { ...ADA, phone: server().newPhone() };
    const replies = await Promise.all([signUp(body, newKey()), signUp(body, newKey())]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("the record of a sign-up holds only the player's id", async () => {
    const body = { ...ADA, phone: server().newPhone() };
    const key = newKey();
    const { data } = (await signUp(body, key)).body as { data: { id: string } };
    const { db } = server();
    const record = await db
      .selectFrom('idempotency_records')
      .select('reply')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    expect(record.reply).toEqual({ playerId: Number(data.id) });
    await forceWallet(db, +data.id, { coins: 7 });
    expect((await signUp(body, key)).body.data).toMatchObject({ id: data.id, pointBalance: 7 });
  });

  test('a sign-up whose reply was dropped gives the same player again, but no session', async () => {
    const body = { ...ADA, phone: server().newPhone() };
    const key = newKey();
    const first = await signUp(body, key);
    const before = await server().snapshot();
    const repeat = await signUp(body, key);
    expect(repeat.status).toBe(200);
    expect(repeat.body).toEqual({ status: true, data: first.body.data });
    expect(await server().snapshot()).toEqual(before);
  });

  test('the address with and without its last slash is the same call', async () => {
    const body = { ...ADA, phone: server().newPhone() };
    const headers = { 'idempotency-key': newKey() };
    const first = await server().call('POST', '/user', { body, headers });
    const repeat = await server().call('POST', '/user/', { body, headers });
    expect(repeat.body.data).toEqual(first.body.data);
  });

  test.each([
    ['08050000114', 'glo'],
    ['07050000114', 'glo'],
    ['09150000114', 'glo'],
    ['08130000114', 'all'],
  ])(
    'the prefix of %s belongs to the network %s, whatever the phone says',
    async (phone, network) => {
      const reply = await signUp({ ...ADA, phone, network: 'mtn' });
      expect(reply.body.data).toMatchObject({ network });
    },
  );
});

describe('names', () => {
  describe('a name', () => {
    test.each([
      ['Ada', 'Ada'],
      ['  Chí  Thanh', 'Chí Thanh'],
      ['A\u0301da', 'Áda'],
      ['🇳🇬'.repeat(10), '🇳🇬'.repeat(10)],
      ['Ọládé', 'Ọládé'],
      ['Nguyễn', 'Nguyễn'],
      ['محمد', 'محمد'],
      ['Ada ❤️', 'Ada ❤'],
      ['Badminton', 'Badminton'],
      ['Ada 10', 'Ada 10'],
      ['Supporter', 'Supporter'],
      ['Stafford', 'Stafford'],
    ])('%j is kept as %j', (typed, name) => expect(readName(typed)).toBe(name));

    test.each([
      ['marks piled up', 'A\u0300\u0301\u0302da'],
      ['a mark that stands on nothing', '\u0301Ada'],
      ['a sign that joins and cannot be seen', 'Ad\u034fa'],
      ['a variation that cannot be seen', 'Ad\ufe00a'],
      ['a filler that cannot be seen', 'Ad\u3164a'],
      ['a blank of Braille', 'Ada\u2800'],
      ['a width of nothing', 'Ad\u200ba'],
    ])('with %s is refused', (_what, typed) => expect(readName(typed)).toBeNull());

    test.each([
      ...['admin', 'ADMIN', ' Admin ', 'Admin 1', 'a.d.m.i.n', 'a d m i n', 'the admin', '_admin_'],
      ...['Adm1n', '4dm!n', '@dmin', 'adrnin', 'ADMlN', 'Àdmín', 'ａｄｍｉｎ', '𝐚𝐝𝐦𝐢𝐧', 'ⓐⓓⓜⓘⓝ'],
      ...['аdmin', 'аԁміп', 'αdmιn', 'ᴀᴅᴍɪɴ', 'АDMIN', '🅰dmin', '🇦🇩🇲🇮🇳'],
      ...['Mastermind', 'Support', 'Suppοrt', 'M0derator', 'Official', 'Staff 2', 'System'],
    ])('%j looks like one of ours and is refused', (typed) => expect(readName(typed)).toBeNull());

    test('that we make up is always kept', () => {
      for (let i = 0; i < 1; i += 0.01) {
        for (let j = 0; j < 1; j += 0.05) {
          const numbers = [i, j];
          const name = makeUsername(() => numbers.shift() ?? 0);
          expect(readName(name)).toBe(name);
        }
      }
    });
  });

  const server = testServer();

  test('neither a sign-up nor a profile takes a name that looks like ours', async () => {
    const body = {
      name: 'аdmin',
      email: 'a@b.ng',
      phone: server().newPhone(),
      platform: 'rave',
    };
    const signUp = () =>
      server().call('POST', '/user/', { body, headers: { 'idempotency-key': newKey() } });
    const { body: refusal } = await expectRefused(server(), signUp, 422, 'username/invalid');
    expect(refusal.message).toBe(
      'Choose a username of 1 to 10 characters that can all be seen, and not one of ours',
    );
  });

  test('an emoji that is joined of several is refused with its reason, at sign-up and on the profile', async () => {
    const player = await server().signUp();
    const body = {
      name: 'Ada 👩‍👩‍👧',
      email: 'a@b.ng',
      phone: server().newPhone(),
      platform: 'rave',
    };
    const signUp = () =>
      server().call('POST', '/user/', { body, headers: { 'idempotency-key': newKey() } });
    const save = () => player.putForm('/user', { name: body.name });
    for (const refusal of [
      await expectRefused(server(), signUp, 422, 'username/invalid'),
      await expectRefused(server(), save, 422, 'name/invalid'),
    ])
      expect(refusal.body.message).toBe(
        'This emoji is several in one. Choose one that stands alone, such as ⚽',
      );
  });

  test('ten letters with accents apart are kept, composed, as the same name', async () => {
    const name = 'Ọláyínkáàá'.normalize('NFD');
    const player = await server().signUp();
    await player.putForm('/user', { name });
    expect(await player.user()).toMatchObject({ name: name.normalize('NFC') });
  });
});

describe('what a look-up tells', () => {
  // The server's own periodic work would add queries.
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    return () => void vi.useRealTimers();
  });

  /**
   * The asker about a number, with an account or without: another player, from an address of their
   * own.
   */
  type Asker = {
    server: TestServer;
    token: string;
    from: string;
  };

  type Ask = (asker: Asker, phone: string) => Promise<Reply>;

  const FIELDS = { name: 'ada', email: 'ada@example.com', platform: 'rave' };

  /** A call without a token, or with the asker's own. */
  const as =
    (who: 'nobody' | 'another player') =>
    (
      method: 'GET' | 'POST' | 'DELETE',
      path: (phone: string, at: number) => string,
      body?: (phone: string) => object,
      api?: string,
    ): Ask =>
    ({ server, token, from }, phone) =>
      server.call(method, path(phone, server.clock.at), {
        from,
        headers: {
          'idempotency-key': newKey(),
          ...(who !== 'nobody' && { authorization: `Bearer ${token}` }),
        },
        ...(body && { body: body(phone) }),
        ...(api !== undefined && { api }),
      });

  const [byNobody, byAnother] = [as('nobody'), as('another player')];

  const user = (phone: string) => `/user/${phone}`;

  const airtime = '/payments/subscription/airtime/verify';

  const daily = '/payments/subscription/ondemand/airtime/verify';

  /** Signed for another number. */
  const wrongly = (phone: string, at: number) =>
    `${user(phone)}?proof=${operatorProof('08039999955', at)}`;

  /** A wrong code for the challenge of a look-up. */
  const tryCode: Ask = async (asker, phone) => {
    const { server, from } = asker;
    const { meta } = (await byNobody('GET', user)(asker, phone)).body;
    const { id } = (meta?.challenge ?? { id: 'x'.repeat(22) }) as { id: string };
    const headers = { 'idempotency-key': newKey() };
    return server.call('POST', `/user/challenge/${id}`, {
      from,
      headers,
      body: { code: '000000' },
    });
  };

  const ASKS: [string, Ask][] = [
    ['a look-up', byNobody('GET', user)],
    ["a look-up with another player's token", byAnother('GET', user)],
    ['a look-up with a proof of another number', byNobody('GET', wrongly)],
    [
      'a look-up with a proof that is none',
      byNobody('GET', (phone) => `${user(phone)}?proof=v1.x`),
    ],
    [
      'a second look-up',
      async (asker, phone) => {
        await byNobody('GET', user)(asker, phone);
        return byNobody('GET', user)(asker, phone);
      },
    ],
    ['a code that is tried', tryCode],
    [
      'a sign-up without a proof',
      byNobody(
        'POST',
        () => '/user/',
        (phone) => ({ ...FIELDS, phone }),
      ),
    ],
    ['a question for its plan', byNobody('GET', (phone) => `${airtime}/${phone}`)],
    [
      "a question for its plan with another's token",
      byAnother('GET', (phone) => `${airtime}/${phone}`),
    ],
    [
      "a question for its day's plan with another's token",
      byAnother('GET', (phone) => `${daily}/${phone}`),
    ],
    [
      "an order with another's token",
      byAnother('GET', (phone) => `/payments/subscribe/airtime/${phone}`),
    ],
    [
      'a look-up of its wallet',
      byAnother(
        'GET',
        (phone) => `/collections/search?msisdn=${phone}`,
        undefined,
        '/mobile-money',
      ),
    ],
    [
      'charges on its wallet',
      byAnother(
        'GET',
        (phone) => `/charges?msisdn=${phone}&amount=100`,
        undefined,
        '/mobile-money',
      ),
    ],
    [
      'a message in its name',
      byNobody(
        'POST',
        () => '/contact',
        (phone) => ({
          phone,
          email: FIELDS.email,
          subject: 'Hello',
          message: 'A question',
          type: 'general',
        }),
        '/api/v1',
      ),
    ],
  ];

  /** The queries to the database meanwhile, statement by statement. */
  async function watch<Value>(db: Db, work: () => Promise<Value>) {
    let holder: object = db.getExecutor();
    while (!Object.hasOwn(holder, 'executeQuery')) holder = Object.getPrototypeOf(holder);
    const asked = vi.spyOn(holder as { executeQuery: Db['executeQuery'] }, 'executeQuery');
    onTestFinished(() => asked.mockRestore());
    const value = await work();
    const statements = asked.mock.calls.map(([query]) => (query as { sql: string }).sql);
    asked.mockRestore();
    return { value, statements };
  }

  describe.each(['otp', 'operator'])('where players sign in by the policy %s', (policy) => {
    const env = {
      SIGN_IN_POLICY: policy,
      OPERATOR_PROOF_SECRET: OPERATOR_SECRET,
      MESSAGES_PER_HOUR: '1000',
    };
    const server = testServer({ env });
    let asked = 0;

    async function account(phone: string) {
      const { db, clock } = server();
      const fields = { ...FIELDS, phone: stored(phone) };
      const id = await db.transaction().execute((trx) => createPlayer(trx, fields, clock.at));
      return openSession(db, id, clock.at);
    }

    /** Everything that an asker learns about a number, from an address that has asked nothing yet. */
    async function learn(ask: Ask, phone: string) {
      asked += 1;
      const token = await account(server().newPhone());
      const asker = { server: server(), token, from: `203.0.${policy.length}.${asked}` };
      const { value, statements } = await watch(server().db, () => ask(asker, phone));
      const { status, body } = value;
      // Without random values and the number itself.
      const told = JSON.stringify(body)
        .replaceAll(/"(id|accountId)":"[\w-]{22,43}"/g, '')
        .replaceAll(phone, '');
      return { status, told, statements };
    }

    test.each(ASKS)(
      '%s says the same of a number with an account as of one without, for the same work',
      async (_what, ask) => {
        const [with_, without] = [server().newPhone(), server().newPhone()];
        await account(with_);
        expect(await learn(ask, with_)).toEqual(await learn(ask, without));
      },
    );
  });
});

describe('the player’s network', () => {
  const SIGNED = { OPERATOR_PROOF_SECRET: OPERATOR_SECRET, OPERATOR_NETWORK: 'glo' };

  const operator = testServer({ env: { SIGN_IN_POLICY: 'operator', ...SIGNED } });

  const otp = testServer({ env: { SIGN_IN_POLICY: 'otp', ...SIGNED } });

  const open = testServer({ env: SIGNED });

  async function readNetwork(server: TestServer, phone: string, proof?: unknown): Promise<unknown> {
    const fields = { name: 'ada', email: 'ada@example.com', phone, platform: 'network' };
    const body = proof === undefined ? fields : { ...fields, proof };
    const { data } = (await server.call('POST', '/user/', { body })).body;
    return (data as { network: string }).network;
  }

  test.each([
    ['operator', operator],
    ['otp', otp],
  ])('under %s a number that the operator signed is of its network', async (_policy, server) => {
    const phone = server().newPhone();
    const proof = operatorProof(phone, server().clock.at);
    expect(await readNetwork(server(), phone, proof)).toBe('glo');
  });

  test('the proof that a signed number’s look-up brings says the same', async () => {
    const phone = operator().newPhone();
    const proof = operatorProof(phone, operator().clock.at);
    const { meta } = (await operator().call('GET', `/user/${phone}?proof=${proof}`)).body;
    expect(await readNetwork(operator(), phone, meta?.proof)).toBe('glo');
  });

  test('a code does not say which network a number is of: its prefix does', async () => {
    const phone = otp().newPhone();
    const { meta } = (await passChallenge(otp(), phone)).body;
    expect(await readNetwork(otp(), phone, meta?.proof)).toBe('all');
  });

  test('where no proof is asked for, none is believed', async () => {
    const phone = open().newPhone();
    expect(await readNetwork(open(), phone, 'v1.anything')).toBe('all');
  });
});

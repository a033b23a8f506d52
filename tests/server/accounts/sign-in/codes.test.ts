import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lockNumber } from '../../../../server/accounts/players.ts';
import { CODE_LIFE_MS, codeOf, spendText } from '../../../../server/accounts/sign-in/codes.ts';
import { readConfig } from '../../../../server/config/config.ts';
import { openSignatures } from '../../../../server/crypto/signatures.ts';
import { dayOf } from '../../../../src/rules/calendar.ts';
import { expectRefused, newKey, testServer } from '../../../support/server.ts';
import {
  answerChallenge,
  askForCode,
  challengeOf,
  inboxOf,
  passChallenge,
  signUpByCode,
  stored,
  wrongCode,
} from '../../../support/sign-in.ts';
import { TEST_DATABASE_URL } from '../../../support/test-database.ts';
import { countWaiting } from '../../../support/waiting.ts';

const MINUTE_MS = 60_000;

describe('a code', () => {
  const server = testServer({ env: { SIGN_IN_POLICY: 'otp', CODES_PER_HOUR: '1000' } });

  const ADA = { name: 'ada', email: 'ada@example.com', platform: 'rave' };

  const create = (body: object, key = newKey()) =>
    server().call('POST', '/user/', { body, headers: { 'idempotency-key': key } });

  const newestCode = async (phone: string) => (await inboxOf(server(), phone))[0]?.code ?? '';

  // Each test has a minute of its own.
  beforeEach(() => {
    server().clock.at += MINUTE_MS;
  });

  test('a look-up sends a code of six digits and says nothing about players', async () => {
    const known = await signUpByCode(server());
    server().clock.at += MINUTE_MS;
    const unknown = server().newPhone();
    const replies = [await server().lookUp(known.phone), await server().lookUp(unknown)];
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(body).toEqual({
        status: false,
        data: null,
        code: 'user/challenge',
        message: 'Enter the code that we sent to this number',
        meta: { challenge: { id: expect.any(String), channel: 'sms', resendAfter: 60 } },
      });
    }
    expect((await inboxOf(server(), known.phone))[0]?.text).toMatch(/^\d{6} is your /);
    expect((await inboxOf(server(), unknown))[0]?.text).toMatch(/^\d{6} is your /);
  });

  test('the right code of a known number signs its player in', async () => {
    const player = await signUpByCode(server());
    server().clock.at += MINUTE_MS;
    const { status, body } = await passChallenge(server(), player.phone);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: true, data: { id: String(player.id) } });
    player.token = String(body.meta?.token);
    expect((await player.get('/user/dailyplays')).status).toBe(200);
  });

  test('a new sign-in takes the place of the one that the phone had, and of no other', async () => {
    const player = await signUpByCode(server());
    const [before, elsewhere] = [player.token, await signUpByCode(server())];
    server().clock.at += MINUTE_MS;
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const signIn = async (phone: string, token: string) => {
      const id = await askForCode(server(), phone);
      const { body } = await server().call('POST', `/user/challenge/${id}`, {
        body: { code: await newestCode(phone) },
        headers: bearer(token),
      });
      return String(body.meta?.token);
    };
    const after = await signIn(player.phone, before);
    const status = async (token: string) =>
      (await server().call('GET', '/user/dailyplays', { headers: bearer(token) })).status;
    expect([await status(before), await status(after)]).toEqual([401, 200]);
    server().clock.at += MINUTE_MS;
    // Another player's token on a shared phone stays valid.
    await signIn(player.phone, elsewhere.token);
    expect([await status(elsewhere.token), await status(after)]).toEqual([200, 200]);
  });

  test('the right code of an unknown number brings the proof that creates its player', async () => {
    const phone = server().newPhone();
    const { status, body } = await passChallenge(server(), phone);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: false, data: null, code: 'user/unknown' });
    expect(body.meta).toEqual({ proof: expect.any(String) });
    const created = await create({ ...ADA, phone, proof: body.meta?.proof });
    expect(created.body).toMatchObject({ status: true, meta: { token: expect.any(String) } });
  });

  test('a second look-up within the minute gets the running challenge and sends nothing', async () => {
    const phone = server().newPhone();
    const first = challengeOf(await server().lookUp(phone));
    server().clock.at += 17_500;
    const second = challengeOf(await server().lookUp(phone));
    expect(second).toEqual({ ...first, resendAfter: 43 });
    expect(await inboxOf(server(), phone)).toHaveLength(1);
    server().clock.at += 42_500;
    await server().lookUp(phone);
    expect(await inboxOf(server(), phone)).toHaveLength(2);
  });

  test('look-ups of one number at once send one code', async () => {
    const phone = server().newPhone();
    const replies = await Promise.all([1, 2, 3, 4].map(() => server().lookUp(phone)));
    expect(new Set(replies.map((reply) => challengeOf(reply).id)).size).toBe(1);
    expect(await inboxOf(server(), phone)).toHaveLength(1);
  });

  test('while a challenge runs every text brings its code, so that none is late', async () => {
    const phone = server().newPhone();
    const first = await askForCode(server(), phone);
    server().clock.at += MINUTE_MS;
    expect(await askForCode(server(), phone)).toBe(first);
    const [newer, older] = await inboxOf(server(), phone);
    expect(newer?.code).toBe(older?.code);
    // Each text gives it five minutes more.
    server().clock.at += CODE_LIFE_MS - 1;
    expect((await answerChallenge(server(), first, older?.code ?? '')).body.code).toBe(
      'user/unknown',
    );
    server().clock.at += MINUTE_MS;
    await askForCode(server(), phone);
    expect(await newestCode(phone)).not.toBe(older?.code);
  });

  test('wrong codes say how many tries are left; after five the right one is refused too', async () => {
    const phone = server().newPhone();
    const id = await askForCode(server(), phone);
    const code = await newestCode(phone);
    for (const left of ['4 tries', '3 tries', '2 tries', 'one try']) {
      const { status, body } = await answerChallenge(server(), id, wrongCode(code));
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: false, data: null, code: 'challenge/wrong-code' });
      expect(body.message).toBe(`That code is not right. You have ${left} left.`);
    }
    for (const tried of [wrongCode(code), code]) {
      const call = () => answerChallenge(server(), id, tried);
      await expectRefused(server(), call, 429, 'challenge/too-many-tries');
    }
  });

  test('another text brings no tries, and after five wrong codes it brings another code', async () => {
    const phone = server().newPhone();
    const first = await askForCode(server(), phone);
    const code = await newestCode(phone);
    for (const _try of [1, 2, 3, 4]) await answerChallenge(server(), first, wrongCode(code));
    server().clock.at += MINUTE_MS;
    expect(await askForCode(server(), phone)).toBe(first);
    const fifth = () => answerChallenge(server(), first, wrongCode(code));
    expect((await fifth()).body.code).toBe('challenge/too-many-tries');
    server().clock.at += MINUTE_MS;
    const next = await askForCode(server(), phone);
    expect(next).not.toBe(first);
    const late = () => answerChallenge(server(), first, code);
    await expectRefused(server(), late, 410, 'challenge/expired');
    const answer = await answerChallenge(server(), next, await newestCode(phone));
    expect(answer.body.code).toBe('user/unknown');
  });

  test('a wrong code that is sent again because its reply was lost counts once', async () => {
    const id = await askForCode(server(), server().newPhone());
    const key = newKey();
    for (const _again of [1, 2, 3]) {
      const { body } = await answerChallenge(server(), id, '000000', key);
      expect(body.message).toContain('4 tries');
    }
    const other = await answerChallenge(server(), id, '000001', key);
    expect(other.body.message).toContain('3 tries');
  });

  test('a code is good for five minutes', async () => {
    for (const [wait, status] of [
      [CODE_LIFE_MS - 1, 200],
      [CODE_LIFE_MS, 410],
    ] as const) {
      const phone = server().newPhone();
      const id = await askForCode(server(), phone);
      const code = await newestCode(phone);
      server().clock.at += wait;
      const reply = await answerChallenge(server(), id, code);
      expect(reply.status).toBe(status);
      expect(reply.body.code).toBe(status === 200 ? 'user/unknown' : 'challenge/expired');
    }
  });

  test('a code is used once; only the very call that did may come again, for a minute', async () => {
    const player = await signUpByCode(server());
    server().clock.at += MINUTE_MS;
    const id = await askForCode(server(), player.phone);
    const code = await newestCode(player.phone);
    const key = newKey();
    expect((await answerChallenge(server(), id, code, key)).body.status).toBe(true);
    const again = await answerChallenge(server(), id, code, key);
    expect(again.body).toMatchObject({ status: true, meta: { token: expect.any(String) } });
    const other = () => answerChallenge(server(), id, code);
    await expectRefused(server(), other, 410, 'challenge/expired');
    const guess = () => answerChallenge(server(), id, wrongCode(code), key);
    await expectRefused(server(), guess, 410, 'challenge/expired');
    server().clock.at += MINUTE_MS;
    const late = () => answerChallenge(server(), id, code, key);
    await expectRefused(server(), late, 410, 'challenge/expired');
  });

  test('two tries at once cannot both use up one code', async () => {
    const player = await signUpByCode(server());
    server().clock.at += MINUTE_MS;
    const id = await askForCode(server(), player.phone);
    const code = await newestCode(player.phone);
    const tries = [1, 2, 3, 4].map(() => answerChallenge(server(), id, code));
    const replies = await Promise.all(tries);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410]);
  });

  test('tries at once are all counted', async () => {
    const phone = server().newPhone();
    const id = await askForCode(server(), phone);
    const wrong = wrongCode(await newestCode(phone));
    const tries = Array.from({ length: 8 }, () => answerChallenge(server(), id, wrong));
    const replies = await Promise.all(tries);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(4);
  });

  test('after ten codes in a Lagos day a number gets one an hour, and the last one stays open to answer', async () => {
    server().clock.at = dayOf(server().clock.at).endsAt + 11 * 3_600_000;
    const phone = server().newPhone();
    const startedAt = server().clock.at;
    for (let sent = 1; sent <= 10; sent += 1) {
      await askForCode(server(), phone);
      server().clock.at = startedAt + sent * MINUTE_MS;
    }
    const waiting = await server().lookUp(phone);
    expect(waiting.body.meta).toMatchObject({ challenge: { resendAfter: 59 * 60 } });
    expect(await inboxOf(server(), phone)).toHaveLength(10);
    server().clock.at += 5 * MINUTE_MS;
    const refused = await expectRefused(
      server(),
      () => server().lookUp(phone),
      429,
      'rate/limited',
    );
    expect(refused.headers['retry-after']).toBe(String(54 * 60));
    expect(refused.body.message).toContain('Try again in 54 minutes');
    server().clock.at += 54 * MINUTE_MS;
    await askForCode(server(), phone);
  });

  test('right after a code was used, the next one waits for its minute', async () => {
    const phone = server().newPhone();
    await passChallenge(server(), phone);
    const refused = await expectRefused(
      server(),
      () => server().lookUp(phone),
      429,
      'rate/limited',
    );
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.body.message).toContain('Wait 60 seconds');
  });

  test('a code lies nowhere in the database', async () => {
    const phone = server().newPhone();
    await askForCode(server(), phone);
    const rows = await server()
      .db.selectFrom('challenges')
      .selectAll()
      .where('phone', '=', `234${phone.slice(1)}`)
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(await newestCode(phone));
  });

  test.each([
    ['no body', undefined],
    ['no code', {}],
    ['a number', { code: 123456 }],
    ['five digits', { code: '12345' }],
    ['letters', { code: '12345a' }],
    ['a long text', { code: '1'.repeat(1000) }],
    ['a list', { code: ['123456'] }],
  ])('%s is no answer to a challenge, and costs no try', async (_what, body) => {
    const phone = server().newPhone();
    const id = await askForCode(server(), phone);
    const path = `/user/challenge/${id}`;
    const call = () => server().call('POST', path, body === undefined ? {} : { body });
    await expectRefused(server(), call, 422, 'request/invalid');
    expect(
      (await answerChallenge(server(), id, wrongCode(await newestCode(phone)))).body.message,
    ).toContain('4 tries');
  });

  test('a code may be pasted with its spaces', async () => {
    const phone = server().newPhone();
    const id = await askForCode(server(), phone);
    const code = await newestCode(phone);
    const pasted = ` ${code.slice(0, 3)} ${code.slice(3)} `;
    expect((await answerChallenge(server(), id, pasted)).body.code).toBe('user/unknown');
  });

  test.each(['nothing', '%00', "';--", 'a'.repeat(99)])('a challenge %s is none', async (id) => {
    const call = () => answerChallenge(server(), id, '123456');
    await expectRefused(server(), call, 410, 'challenge/expired');
  });

  test.runIf(TEST_DATABASE_URL !== '')(
    'many phones at once each get a code of their own',
    async () => {
      const phones = Array.from({ length: 16 }, () => server().newPhone());
      await Promise.all(phones.map((phone) => askForCode(server(), phone)));
      for (const phone of phones) expect(await inboxOf(server(), phone)).toHaveLength(1);
    },
  );
});

describe('sending codes', () => {
  const server = testServer({ env: { SIGN_IN_POLICY: 'otp', CODES_PER_HOUR: '1000' } });

  const sandbox = () => server().operator.fetch;

  /** Makes the SMS provider answer otherwise while `work` runs. */
  async function whileSmsAnswers(answer: () => Promise<Response>, work: () => Promise<void>) {
    const fetch = sandbox();
    server().operator.fetch = answer;
    await work();
    server().operator.fetch = fetch;
  }

  // Each test has a minute of its own, so that a provider that was down in the test before is asked
  // again.
  beforeEach(() => {
    server().clock.at += MINUTE_MS;
    vi.useFakeTimers({ toFake: ['Date'], now: server().clock.at });
  });

  afterAll(() => {
    vi.useRealTimers();
  });

  test.runIf(TEST_DATABASE_URL !== '')(
    'the first look-ups ever, many of one number at once, send one code',
    async () => {
      expect(await server().db.selectFrom('challenges').selectAll().execute()).toEqual([]);
      const phone = server().newPhone();
      const replies = await Promise.all(Array.from({ length: 18 }, () => server().lookUp(phone)));
      expect(new Set(replies.map((reply) => challengeOf(reply).id)).size).toBe(1);
      expect(await inboxOf(server(), phone)).toHaveLength(1);
    },
  );

  test('codes have six digits, come from the whole range, and follow from a key that is secret', async () => {
    const sign = await openSignatures(server().db);
    const ids = Array.from({ length: 5000 }, (_, id) => ({
      id: `id ${id}`,
      phone: '2348030000001',
    }));
    const codes = ids.map((one) => codeOf(sign, one));
    expect(ids.map((one) => codeOf(sign, one))).toEqual(codes);
    expect(
      codeOf((_purpose, text) => sign('proof', text), ids[0] ?? { id: '', phone: '' }),
    ).not.toBe(codes[0]);
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    for (const place of [0, 1, 2, 3, 4, 5]) {
      expect(new Set(codes.map((code) => code[place])).size).toBe(10);
    }
    // 5000 evenly drawn codes out of a million have about a dozen pairs: a smaller range would have
    // many more.
    expect(new Set(codes).size).toBeGreaterThan(4900);
  });

  test.each([
    ['refuses the number', 400],
    ['does not know us', 401],
    ['has had too many texts', 429],
    ['is closed', 503],
  ])(
    'the player learns that no code was sent if the provider %s, and no minute is lost',
    async (_, status) => {
      const phone = server().newPhone();
      await whileSmsAnswers(
        async () => new Response('', { status }),
        async () => {
          for (const _again of [1, 2]) {
            const call = () => server().lookUp(phone);
            const reply = await expectRefused(server(), call, 502, 'sms/failed');
            expect(reply.body.message).toBe('The code could not be sent. Please try again.');
          }
        },
      );
      await askForCode(server(), phone);
      expect(await inboxOf(server(), phone)).toHaveLength(1);
    },
  );

  test.each([
    ['takes the text and never says so', () => Promise.reject(new Error('time-out'))],
    ['breaks down over it', async () => new Response('', { status: 500 })],
  ])('a number gets one code a minute and ten a day from a provider that %s', async (_, answer) => {
    const phone = server().newPhone();
    server().clock.at = dayOf(server().clock.at).endsAt + 11 * 3_600_000;
    const startedAt = server().clock.at;
    const fetch = sandbox();
    let texts = 0;
    const slow = async (url: string, init: Parameters<typeof fetch>[1]) => {
      texts += 1;
      await fetch(url, init);
      return answer();
    };
    server().operator.fetch = slow;
    for (let minute = 0; minute < 12; minute += 1) {
      server().clock.at = startedAt + minute * MINUTE_MS;
      vi.setSystemTime(server().clock.at);
      const statuses = [];
      for (const _again of [1, 2, 3]) statuses.push((await server().lookUp(phone)).status);
      // A code that may have been sent can be answered.
      expect(statuses).toEqual(minute < 10 ? [502, 200, 200] : [200, 200, 200]);
    }
    server().operator.fetch = fetch;
    expect(texts).toBe(10);
  });

  test('a code that came although the provider never answered is good', async () => {
    const phone = server().newPhone();
    const fetch = sandbox();
    server().operator.fetch = async (url, init) => {
      await fetch(url, init);
      throw new Error('time-out');
    };
    expect((await server().lookUp(phone)).body.code).toBe('sms/failed');
    server().operator.fetch = fetch;
    const id = await askForCode(server(), phone);
    const [text, ...more] = await inboxOf(server(), phone);
    expect(more).toEqual([]);
    expect((await answerChallenge(server(), id, text?.code ?? '')).body.code).toBe('user/unknown');
  });
});

describe('what texts may cost', () => {
  const HOUR_MS = 3_600_000;

  const OTP = { SIGN_IN_POLICY: 'otp', ALL_CODES_PER_HOUR: '5', ALL_CODES_PER_DAY: '8' };

  const server = testServer({ env: OTP });

  const STRANGER = '203.0.113.7';

  const HELD = 'Too many people ask for codes just now. ';

  const lookUp = (from: string, phone = server().newPhone()) =>
    server().call('GET', `/user/${phone}`, { from });

  const toHour = (hours: number) => {
    server().clock.at =
      (Math.floor(server().clock.at / HOUR_MS) + hours) * HOUR_MS + 20 * MINUTE_MS;
  };

  const metrics = async () => (await server().app.inject('/metrics')).body;

  test('an hour and a day have so many texts, from whatever networks; who has signed in before has others', async () => {
    toHour(30);
    const player = server().newPhone();
    await passChallenge(server(), player);
    server().clock.at += MINUTE_MS;
    for (let nth = 0; nth < 4; nth += 1) {
      expect((await lookUp(`203.0.${nth}.1`)).body.code).toBe('user/challenge');
    }
    const refused = await expectRefused(server(), () => lookUp(STRANGER), 429, 'rate/limited');
    expect(refused.headers['retry-after']).toBe(String(39 * 60));
    expect(refused.body.message).toBe(
      `${HELD}Try again in 39 minutes, or open the game through your network's link.`,
    );
    expect(await metrics()).toContain('fom_sign_in_texts_left{of="hour",network="new"} 0');
    expect(await metrics()).toContain('fom_sign_in_texts_left{of="day",network="new"} 3');
    const id = await askForCode(server(), player);
    const [text] = await inboxOf(server(), player);
    expect((await answerChallenge(server(), id, text?.code ?? '')).body.code).toBe('user/unknown');
    expect(await metrics()).toContain('fom_sign_in_texts_left{of="hour",network="known"} 4');
    // Three are left of the day.
    toHour(1);
    for (let nth = 0; nth < 3; nth += 1) expect((await lookUp(`203.0.${nth}.2`)).status).toBe(200);
    await expectRefused(server(), () => lookUp(STRANGER), 429, 'rate/limited');
    toHour(24);
    expect((await lookUp(STRANGER)).body.code).toBe('user/challenge');
  });

  test('a text that the provider refused is not spent', async () => {
    toHour(30);
    const fetch = server().operator.fetch;
    server().operator.fetch = async () => new Response('', { status: 400 });
    for (let nth = 0; nth < 6; nth += 1) {
      expect((await lookUp(`203.0.${nth}.3`)).body.code).toBe('sms/failed');
    }
    server().operator.fetch = fetch;
    expect((await lookUp(STRANGER)).body.code).toBe('user/challenge');
  });

  test('a text refused after the hour has changed is returned to its own hour', async () => {
    toHour(30);
    const fetch = server().operator.fetch;
    server().operator.fetch = async () => {
      toHour(1);
      return new Response('', { status: 400 });
    };
    expect((await lookUp(STRANGER)).body.code).toBe('sms/failed');
    server().operator.fetch = fetch;
    expect(await metrics()).toContain('fom_sign_in_texts_left{of="hour",network="new"} 5');
    expect(await metrics()).toContain('fom_sign_in_texts_left{of="day",network="new"} 8');
  });

  test('the log warns when most of it is used, and once when all is', async () => {
    toHour(30);
    const { db, clock } = server();
    const services = { db, now: () => clock.at, config: readConfig(OTP) };
    const log = { warn: vi.fn(), error: vi.fn() };
    for (let nth = 0; nth < 3; nth += 1) await spendText(services, log, 'new');
    expect(log.warn).not.toHaveBeenCalled();
    await spendText(services, log, 'new');
    const giveBack = await spendText(services, log, 'new');
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      { span: 'hour', lane: 'new', budget: 5 },
      'most of the budget of sign-in codes is used up',
    );
    for (let nth = 0; nth < 3; nth += 1) {
      await expect(spendText(services, log, 'new')).rejects.toMatchObject({ code: 'rate/limited' });
    }
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      { span: 'hour', lane: 'new', budget: 5 },
      'the budget of sign-in codes is used up: no more are sent',
    );
    await giveBack();
    await spendText(services, log, 'new');
  });

  test('texts at once spend no more than there is', async () => {
    toHour(30);
    const asked = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => lookUp(`203.0.${nth}.9`)),
    );
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(5);
    await expectRefused(server(), () => lookUp(STRANGER), 429, 'rate/limited');
  });

  test('look-ups of one number at once spend one text', async () => {
    toHour(30);
    const phone = server().newPhone();
    const asked = await Promise.all([1, 2, 3, 4].map(() => lookUp(STRANGER, phone)));
    for (const { body } of asked) expect(body.code).toBe('user/challenge');
    expect(await metrics()).toContain('fom_sign_in_texts_left{of="hour",network="new"} 4');
  });
});

describe('codes asked for at once', { tags: ['once'] }, () => {
  const server = testServer({ env: { SIGN_IN_POLICY: 'otp' } });

  // The embedded database has one connection: there nothing happens at once.
  describe.runIf(TEST_DATABASE_URL !== '')('what happens to one number at the same time', () => {
    test('takes turns, tries and texts alike, and every one is counted', async () => {
      const phone = server().newPhone();
      const id = await askForCode(server(), phone);
      const wrong = wrongCode((await inboxOf(server(), phone))[0]?.code);
      server().clock.at += 61_000;
      let done: Promise<{ status: number }[]> = Promise.resolve([]);
      await server()
        .db.transaction()
        .execute(async (trx) => {
          await lockNumber(trx, stored(phone));
          done = Promise.all([
            answerChallenge(server(), id, wrong),
            answerChallenge(server(), id, wrong),
            server().lookUp(phone),
            server().lookUp(phone),
          ]);
          await expect.poll(() => countWaiting(server().db), { timeout: 10_000 }).toBe(4);
          const free = trx.selectFrom('challenges').select('id').where('phone', '=', stored(phone));
          expect(await free.forUpdate().noWait().execute()).toHaveLength(1);
        });
      expect((await done).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const { lanes } = await server()
        .db.selectFrom('challenges')
        .select('lanes')
        .where('phone', '=', stored(phone))
        .executeTakeFirstOrThrow();
      expect(lanes.new).toMatchObject({ tries: 2, wrong: 2, texts: 2 });
      expect(await inboxOf(server(), phone)).toHaveLength(2);
    });
  });
});

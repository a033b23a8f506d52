import { describe, expect, test } from 'vitest';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { EMAIL_FAULT, standInEmail } from '../../../src/rules/players.ts';
import { hostilePictures, photo, SECRETS } from '../../support/hostile-pictures.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { answerChallenge, askForCode, inboxOf, stored } from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { accountOf, addAccount, nameOf, newAccount } from '../accounts/bank-calls.ts';
import { lookUp, newNumber } from '../payments/collection-calls.ts';

const server = testServer();

const files = await hostilePictures();

const PHOTO = await photo().jpeg().toBuffer();

const OTHER = await photo(40, 60).png().toBuffer();

describe('profile', () => {
  const EMAIL = 'ada@example.ng';

  const update = (player: TestPlayer, fields: Record<string, string>, key = newKey()) =>
    player.putForm('/user', fields, { key });

  /** A call whose body is sent unchanged. */
  const send = (player: TestPlayer, type: string, payload: string) =>
    server().call('PUT', '/user', {
      headers: { authorization: `Bearer ${player.token}`, 'content-type': type },
      body: Buffer.from(payload),
    });

  describe('PUT /user', () => {
    test('keeps an email, and answers with the player', async () => {
      const player = await server().signUp();
      const reply = await update(player, { email: ` ${EMAIL} ` });
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({
        status: true,
        data: { id: String(player.id), email: EMAIL },
        message: 'Profile updated',
      });
      expect((await player.user()).email).toBe(EMAIL);
    });

    test.each(['', ' ', 'ada', 'ada@example', standInEmail('2348030000000'), `a@b.ng\u0000`])(
      'refuses %j, which is no email',
      async (email) => {
        const player = await server().signUp();
        const refused = () => update(player, { email });
        const { body } = await expectRefused(server(), refused, 422, 'email/invalid');
        expect(body.message).toBe(EMAIL_FAULT);
        expect((await player.user()).email).toBe('ada@example.com');
      },
    );

    test('is done once for a key, and never for another email with it', async () => {
      const player = await server().signUp();
      const key = newKey();
      await update(player, { email: EMAIL }, key);
      await update(player, { email: 'newer@example.ng' });
      // Late and repeated: the later value stays.
      expect((await update(player, { email: EMAIL }, key)).body.data).toMatchObject({
        email: 'newer@example.ng',
      });
      const other = () => update(player, { email: 'other@example.ng' }, key);
      await expectRefused(server(), other, 422, 'idempotency/mismatch');
    });

    test('changes the player who asks, and nobody without a token', async () => {
      const [ada, bola] = [await server().signUp(), await server().signUp({ name: 'bola' })];
      await update(ada, { email: EMAIL });
      expect((await bola.user()).email).toBe('ada@example.com');
      const body = new FormData();
      body.append('email', EMAIL);
      const strange = () => server().call('PUT', '/user', { body });
      await expectRefused(server(), strange, 401, 'session/required');
    });

    test.each([
      ['application/json', `{"email":"${EMAIL}"}`],
      ['text/plain', EMAIL],
      ['multipart/form-data', EMAIL],
      ['multipart/form-data; boundary=x', ''],
      ['multipart/form-data; boundary=x', '--x\r\n\r\n'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="email"\r\n',
      ],
    ])('as %s with %j is no form', async (type, payload) => {
      const player = await server().signUp();
      const refused = () => send(player, type, payload);
      await expectRefused(server(), refused, 400, 'request/invalid');
    });

    test('without a body, or with a field that is none of its kind is refused', async () => {
      const player = await server().signUp();
      const bare = () => player.put('/user');
      await expectRefused(server(), bare, 400, 'request/invalid');
      const headers = { authorization: `Bearer ${player.token}` };
      for (const [name, value] of [
        ['email', new Blob([EMAIL])],
        ['image', 'a text'],
        ['dark', 'yes'],
        ['gender', 'Female'],
        ['state', 'a'.repeat(61)],
      ] as const) {
        const body = new FormData();
        body.append(name, value);
        const refused = () => server().call('PUT', '/user', { headers, body });
        await expectRefused(server(), refused, 422, 'request/invalid');
      }
    });

    test('takes no more than a picture and some texts need', async () => {
      const player = await server().signUp();
      const long = () => update(player, { email: `${'a'.repeat(300)}@b.ng` });
      await expectRefused(server(), long, 422, 'request/invalid');
      const about = 'a'.repeat(2 ** 22);
      const streamed = () => update(player, { email: EMAIL, about });
      await expectRefused(server(), streamed, 413, 'request/too-large');
      const huge = () => send(player, 'multipart/form-data; boundary=x', about);
      await expectRefused(server(), huge, 413, 'picture/too-large');
    });
  });

  describe("the players' details", () => {
    const ONCE = {
      dob: '2001-02-28',
      gender: 'female',
      state: 'Cross River',
      city: 'Calabar South',
    };

    test('is shown of them, the nickname on boards too; the username stays', async () => {
      const player = await server().subscriber();
      await player.play();
      await update(player, { name: '  Queen  Ada ', dark: 'true', ...ONCE });
      expect(await player.user()).toMatchObject({
        ...ONCE,
        name: 'Queen Ada',
        username: 'ada',
        dark: true,
        email: 'ada@example.com',
      });
      const { data } = (await player.get('/points')).body;
      expect(data).toMatchObject({ user: { fmuser: { name: 'Queen Ada', image: null } } });
      await update(player, { dark: 'false' });
      expect(await player.user()).toMatchObject({ name: 'Queen Ada', dark: false });
    });

    test.each(['', '  ', 'ElevenChars', '<b>', 'a\u202Eb'])('%j is no nickname', async (name) => {
      const player = await server().signUp();
      const refused = () => update(player, { name, email: EMAIL });
      await expectRefused(server(), refused, 422, 'name/invalid');
    });

    test.each(['', '18/11/2001', '2001-02-29', '2026-11-19', '2021-11-19', '1905-11-18'])(
      '%j is no date of birth',
      async (dob) => {
        const player = await server().signUp();
        const refused = () => update(player, { dob });
        await expectRefused(server(), refused, 422, 'dob/invalid');
      },
    );

    test('can be that they are under 18', async () => {
      const player = await server().signUp();
      const { body } = await update(player, { dob: '2010-11-18' });
      expect(body.data).toMatchObject({ dob: '2010-11-18', gender: null });
    });

    test.each(Object.entries(ONCE))(
      'is fixed once there is a date of birth: %s',
      async (field, value) => {
        const player = await server().signUp();
        await update(player, { state: 'Lagos', city: 'Ikeja' });
        await update(player, { state: 'Oyo', city: 'Ido', dob: '1999-01-01' });
        const place = field === 'city' ? { state: ONCE.state } : {};
        const refused = () => update(player, { ...place, [field]: value, name: 'Other' });
        await expectRefused(server(), refused, 409, 'profile/fixed');
        expect(await player.user()).toMatchObject({ name: 'ada', state: 'Oyo', city: 'Ido' });
      },
    );

    test.each([
      { state: 'Lagoss' },
      { state: 'lagos' },
      { state: 'constructor' },
      { state: 'toString', city: 'call' },
      { state: 'Lagos', city: 'Kano' },
      { state: 'Lagos', city: '' },
      { city: 'Ikeja' },
    ])('takes states and cities of the lists alone: not %j', async (place) => {
      const player = await server().signUp();
      const refused = () => update(player, { ...place, name: 'Other' });
      const { body } = await expectRefused(server(), refused, 422, 'request/invalid');
      expect(body.message).toMatch(/^(state|city): must be /);
    });

    test('has no city of another state', async () => {
      const player = await server().signUp();
      await update(player, { state: 'Lagos', city: 'Ikeja' });
      await update(player, { state: 'Oyo' });
      expect(await player.user()).toMatchObject({ state: 'Oyo', city: null });
    });

    test('is read as it was kept, where a place was not of the lists', async () => {
      const player = await server().signUp();
      const older = { home_state: 'Abuja', home_city: 'Garki' };
      await server().db.updateTable('players').set(older).where('id', '=', player.id).execute();
      await update(player, { name: 'Ada' });
      expect(await player.user()).toMatchObject({ state: 'Abuja', city: 'Garki' });
    });

    test('at the same time is fixed by whoever comes first', async () => {
      const player = await server().signUp();
      const dobs = ['1999-01-01', '1999-01-02', '1999-01-03'];
      const replies = await Promise.all(dobs.map((dob) => update(player, { dob })));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    });

    test('is said of nobody else, whoever they name', async () => {
      const [ada, obi] = [await server().signUp(), await server().signUp({ name: 'obi' })];
      const before = await obi.user();
      const ids = { id: String(obi.id), userId: String(obi.id), player_id: String(obi.id) };
      await update(ada, { ...ids, phone: obi.phone, username: 'x', name: 'Eve', ...ONCE });
      expect(await obi.user()).toEqual(before);
      expect(await ada.user()).toMatchObject({ id: String(ada.id), username: 'ada', name: 'Eve' });
    });
  });

  test('a form is no body of a call that takes JSON', async () => {
    const body = new FormData();
    body.append('name', 'Ada');
    const signUp = () => server().call('POST', '/user/', { body });
    await expectRefused(server(), signUp, 400, 'request/not-json');
  });
});

describe('pictures', () => {
  /** As a phone's browser sends it, with its length. */
  async function send(player: TestPlayer, bytes: Buffer, { key = newKey(), name = 'me.png' } = {}) {
    const form = new FormData();
    form.append('image', new Blob([bytes as Buffer<ArrayBuffer>], { type: 'image/png' }), name);
    form.append('imageName', name);
    const { headers, body } = await asSent(form);
    return server().call('PUT', '/user', {
      headers: { ...headers, authorization: `Bearer ${player.token}`, 'idempotency-key': key },
      body,
    });
  }

  async function asSent(form: FormData) {
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const body = Buffer.from(await request.arrayBuffer());
    return { headers: { 'content-type': request.headers.get('content-type') ?? '' }, body };
  }

  const get = (name: string | null, method: 'GET' | 'HEAD' = 'GET') =>
    server().app.inject({ method, url: `/static/${name}` });

  const imageOf = async (player: TestPlayer) => (await player.user()).image;

  test('a picture goes with the account', async () => {
    const player = await server().signUp();
    await send(player, PHOTO);
    await send(player, OTHER);
    const name = await imageOf(player);
    expect((await get(name)).statusCode).toBe(200);
    await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
    expect((await get(name)).statusCode).toBe(404);
    const kept = server().db.selectFrom('pictures').selectAll().where('player_id', '=', player.id);
    expect(await kept.execute()).toEqual([]);
  });

  describe('a picture', () => {
    test('is shown of its player by a random name, to whoever has it, and kept for ever', async () => {
      const player = await server().signUp();
      const reply = await send(player, PHOTO);
      expect(reply.status).toBe(200);
      const name = await imageOf(player);
      expect(name).toMatch(/^[0-9a-f]{32}\.jpg$/);
      expect(reply.body.data).toMatchObject({ image: name });
      const served = await get(name);
      expect(served.statusCode).toBe(200);
      expect(served.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': String(served.rawPayload.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
      const head = await get(name, 'HEAD');
      expect(head.statusCode).toBe(200);
      expect(head.rawPayload).toHaveLength(0);
      expect(await server().db.selectFrom('pictures').selectAll().execute()).toMatchObject([
        { name, player_id: player.id, type: 'image/jpeg', width: 40, height: 40 },
      ]);
    });

    test('takes the place of the one before, which goes a day later', async () => {
      const player = await server().signUp();
      await send(player, PHOTO);
      const before = await imageOf(player);
      server().clock.at += 1000;
      await send(player, OTHER);
      const after = await imageOf(player);
      expect(after).not.toBe(before);
      const log = { error: (what: unknown) => expect(what).toBeUndefined() };
      await sweep(server().services, log as never);
      expect([(await get(before)).statusCode, (await get(after)).statusCode]).toEqual([200, 200]);
      server().clock.at += DAY_MS + 1000;
      await sweep(server().services, log as never);
      expect([(await get(before)).statusCode, (await get(after)).statusCode]).toEqual([404, 200]);
      expect((await get(before)).json()).toMatchObject({ status: false, code: 'route/unknown' });
    });

    test('is kept once for a key, which stands for its very bytes', async () => {
      const player = await server().signUp();
      const key = newKey();
      await send(player, PHOTO, { key });
      const name = await imageOf(player);
      await send(player, PHOTO, { key });
      expect(await imageOf(player)).toBe(name);
      const other = () => send(player, OTHER, { key });
      await expectRefused(server(), other, 422, 'idempotency/mismatch');
      const renamed = () => send(player, PHOTO, { key, name: 'you.png' });
      await expectRefused(server(), renamed, 422, 'idempotency/mismatch');
      expect(await imageOf(player)).toBe(name);
    });

    test('is looked at twenty times a day, whatever became of it; a repeat is no such time', async () => {
      const player = await server().signUp();
      const key = newKey();
      await send(player, PHOTO, { key });
      for (const bytes of Array.from({ length: 19 }, (_, at) => Buffer.from(`${at}`)))
        expect((await send(player, bytes)).body.code).toBe('picture/invalid');
      const more = () => send(player, OTHER);
      const refused = await expectRefused(server(), more, 429, 'rate/limited');
      const nextAt = new Date(server().clock.at + Number(refused.headers['retry-after']) * 1000);
      // Midnight in Lagos.
      expect(nextAt.toISOString()).toContain('T23:00:0');
      expect((await send(player, PHOTO, { key })).status).toBe(200);
      const other = await server().signUp();
      expect((await send(other, OTHER)).status).toBe(200);
      server().clock.at += DAY_MS;
      expect((await send(player, OTHER)).status).toBe(200);
    });

    test('that is refused leaves the texts that came with it where they were', async () => {
      const player = await server().signUp();
      const form = new FormData();
      form.append('name', 'Obi');
      form.append('image', new Blob(['<svg/>']), 'me.png');
      const { headers, body } = await asSent(form);
      const authorization = `Bearer ${player.token}`;
      const refused = () =>
        server().call('PUT', '/user', { headers: { ...headers, authorization }, body });
      await expectRefused(server(), refused, 422, 'picture/invalid');
      expect((await player.user()).name).toBe('ada');
    });
  });

  test('only a clean picture is ever served of a harmful file', async () => {
    let player = await server().signUp();
    for (const [at, [what, bytes, fate]] of files.entries()) {
      if (at % 20 === 0) player = await server().signUp();
      const before = await imageOf(player);
      const { status, body } = await send(player, bytes);
      const expected = { drawn: 200, 'picture/invalid': 422, 'picture/too-large': 413 }[fate];
      expect({ what, status, code: body.code ?? 'drawn' }).toEqual({
        what,
        status: expected,
        code: fate,
      });
      const after = await imageOf(player);
      if (fate === 'drawn') expect(after, what).not.toBe(before);
      else expect(after, what).toBe(before);
      if (after === null) continue;
      const { rawPayload, headers } = await get(after);
      expect(headers['content-type'], what).toBe('image/jpeg');
      expect(rawPayload.subarray(0, 3).toString('hex'), what).toBe('ffd8ff');
      for (const secret of SECRETS) expect(rawPayload.includes(secret), what).toBe(false);
    }
  }, 60_000);

  test.each([
    '../players',
    `${'0'.repeat(32)}.png`,
    `${'0'.repeat(31)}.jpg`,
    `${'0'.repeat(32)}.jpg%00`,
    `${'0'.repeat(32)}.jpg/x`,
    `${'F'.repeat(32)}.jpg`,
  ])('%s names no picture', async (name) => {
    const response = await get(name);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
  });
});

describe('digits of another script', () => {
  const byCode = testServer({ env: { SIGN_IN_POLICY: 'otp', CODES_PER_HOUR: '1000' } });

  /** Digits as keyboards of other scripts type them: Arabic, Persian, Bengali and Adlam. */
  const ZEROS = [0x660, 0x6f0, 0x9e6, 0x1e950];

  const typedIn = (zero: number, text: string) =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

  const zeroForm = (phone: string) => phone.replace(/^234/, '0');

  test.each(ZEROS)('a number in digits from %i on is its player’s, in each form', async (zero) => {
    const phone = stored(server().newPhone());
    const body = { name: 'Ada', email: 'ada@example.ng', platform: 'rave' };
    const created = await server().call('POST', '/user/', {
      body: { ...body, phone: typedIn(zero, zeroForm(phone)) },
      headers: { 'idempotency-key': newKey() },
    });
    expect(created.body.data).toMatchObject({ phone });
    for (const form of [phone, zeroForm(phone), phone.slice(3)]) {
      const found = await server().lookUp(encodeURIComponent(typedIn(zero, form)));
      expect(found.body.data).toMatchObject({ phone });
    }
  });

  test.each(ZEROS)(
    'so are an account, a wallet and a message’s number from %i on',
    async (zero) => {
      const player = await server().signUp();
      const number = newAccount();
      const typed = typedIn(zero, number);
      const asked = await nameOf(player, encodeURIComponent(typed));
      expect(asked.body).toEqual((await nameOf(player, number)).body);
      expect((await addAccount(player, typed)).status).toBe(200);
      expect(await accountOf(player)).toMatchObject({ acctNumber: `*******${number.slice(-3)}` });
      const msisdn = newNumber('54');
      const wallet = await lookUp(player, encodeURIComponent(typedIn(zero, msisdn)));
      expect(wallet.body.data).toMatchObject({ msisdn });
      const message = {
        email: 'ada@example.com',
        phone: typedIn(zero, '0803 000 0014'),
        subject: 'Coins',
        message: 'Where are they?',
        type: 'contact',
      };
      const sent = await server().call('POST', '/contact', { api: '/api/v1', body: message });
      expect(sent.status).toBe(200);
      const kept = await server().db.selectFrom('contact_messages').select('phone').execute();
      expect(kept.at(-1)).toEqual({ phone: '0803 000 0014' });
    },
  );

  test('a code in other digits proves its number', async () => {
    const phone = byCode().newPhone();
    const id = await askForCode(byCode(), phone);
    const [newest] = await inboxOf(byCode(), phone);
    const { body } = await answerChallenge(byCode(), id, typedIn(0x966, newest?.code ?? ''));
    expect(body).toMatchObject({ code: 'user/unknown', meta: { proof: expect.any(String) } });
  });
});

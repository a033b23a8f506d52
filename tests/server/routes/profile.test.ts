import { describe, expect, test } from 'vitest';
import { EMAIL_FAULT, standInEmail } from '../../../src/rules/players.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();

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
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="email"\r\n'],
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

import { describe, expect, test } from 'vitest';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { hostilePictures, photo, SECRETS } from '../../support/hostile-pictures.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();
const files = await hostilePictures();
const PHOTO = await photo().jpeg().toBuffer();
const OTHER = await photo(40, 60).png().toBuffer();

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

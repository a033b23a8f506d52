import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DAILY_PLAY_CAP } from '../../src/rules/plays.ts';
import { expectRefused, newKey, testServer } from '../support/server.ts';

const server = testServer({ env: { SANDBOX_MSISDN: '2348030000014' } });

const JSON_TYPE = { 'content-type': 'application/json' };
const inject = (options: object) => server().app.inject(options);

test('a body that is no JSON is refused', async () => {
  const bodies = ['{"name":', 'name=ada', '\u0000', '{"__proto__":{"isAdmin":true}}'];
  for (const payload of bodies) {
    const before = await server().snapshot();
    const request = { method: 'POST', url: '/api/v2/user/', payload, headers: JSON_TYPE };
    const response = await inject(request);
    expect(response.statusCode, payload).toBe(400);
    expect(response.json()).toEqual({
      status: false,
      data: null,
      message: 'The body of this call must be JSON.',
      code: 'request/not-json',
    });
    expect(await server().snapshot()).toEqual(before);
  }
});

test('a body of another type is refused', async () => {
  const headers = { 'content-type': 'text/plain' };
  const request = { method: 'POST', url: '/api/v2/user/', payload: 'ada', headers };
  const response = await inject(request);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ code: 'request/not-json' });
});

test.each([null, [], 'ada', 7])(
  'a body that is JSON but no object (%j) is refused',
  async (body) => {
    const payload = JSON.stringify(body);
    const request = { method: 'POST', url: '/api/v2/user/', payload, headers: JSON_TYPE };
    const response = await inject(request);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ code: 'request/invalid' });
  },
);

test('no body where one is due is refused', async () => {
  const response = await inject({ method: 'POST', url: '/api/v2/user/', headers: JSON_TYPE });
  expect(response.statusCode).toBe(422);
  expect(response.json()).toMatchObject({ code: 'request/invalid' });
});

test('a body of 1 MB is refused', async () => {
  const payload = JSON.stringify({ name: 'a'.repeat(2 ** 20) });
  const request = { method: 'POST', url: '/api/v2/user/', payload, headers: JSON_TYPE };
  const response = await inject(request);
  expect(response.statusCode).toBe(413);
  expect(response.json()).toMatchObject({ status: false, data: null, code: 'request/too-large' });
});

test('an address that is none answers in the envelope, not with a page', async () => {
  const headers = { accept: 'text/html' };
  for (const url of ['/api/v2/nothing', '/api/v1/contact', '/api/v2', '/nothing', '/api/v2/user']) {
    const response = await inject({ method: 'GET', url, headers });
    expect(response.statusCode, url).toBe(404);
    expect(response.json(), url).toMatchObject({
      status: false,
      data: null,
      code: 'route/unknown',
    });
  }
  const put = await inject({ method: 'DELETE', url: '/api/v2/points' });
  expect(put.json()).toMatchObject({ code: 'route/unknown' });
});

test.each(['/api/v2/user/%E0%A4%A', '/api/v2/user/%', `/api/v2/user/${'9'.repeat(300)}`])(
  'a broken address (%s) is a 4xx with a code',
  async (url) => {
    const response = await inject({ method: 'GET', url });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.json()).toMatchObject({ status: false, code: expect.any(String) });
  },
);

test('a zero byte in an address reaches no database', async () => {
  const player = await server().subscriber();
  await expectRefused(server(), () => server().lookUp('0803%0000014'), 422, 'phone/invalid');
  await expectRefused(
    server(),
    () => player.askQuestions('easy', 'la%00liga'),
    404,
    'category/unknown',
  );
});

test('replies of the API are never stored by a cache', async () => {
  const player = await server().subscriber();
  for (const path of ['/categories', '/points', '/user/reduce-play', '/nothing']) {
    expect((await player.get(path)).headers['cache-control'], path).toBe('no-store');
  }
});

test('categories come in pages, as players see them', async () => {
  const player = await server().signUp();
  const names = async (query: string) => {
    const { data } = (await player.get(`/categories${query}`)).body as { data: { id: string }[] };
    return data.map(({ id }) => id);
  };
  expect(await names('?page=1&size=100')).toEqual(['la-liga', 'serie-a', 'eredivisie']);
  expect(await names('')).toHaveLength(3);
  expect(await names('?page=2&size=2')).toEqual(['eredivisie']);
  expect(await names('?page=0&size=0')).toEqual([]);
  const call = () => player.get('/categories?size=lots');
  await expectRefused(server(), call, 422, 'request/invalid');
});

test('the questions of a round arrive in 6 KB or less', async () => {
  const player = await server().subscriber();
  await player.get('/user/reduce-play');
  for (const [encoding, header] of [
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
  ]) {
    await player.get('/user/reduce-play', { key: newKey() });
    const response = await inject({
      method: 'GET',
      url: '/api/v2/questions/la-liga?difficulty=easy',
      headers: { authorization: `Bearer ${player.token}`, 'accept-encoding': header },
    });
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.rawPayload.length).toBeLessThanOrEqual(6 * 1024);
  }
});

test('an operator network says which number a phone has, a plain one says null', async () => {
  const response = await inject({ method: 'GET', url: '/he.php' });
  expect(response.json()).toEqual({ msisdn: '2348030000014' });
  expect(response.headers['cache-control']).toBe('no-store');
});

test('process and database are healthy', async () => {
  const health = (await inject({ method: 'GET', url: '/healthz' })).json();
  expect(health).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    build: null,
  });
  const ready = await inject({ method: 'GET', url: '/readyz' });
  expect(ready.statusCode).toBe(200);
});

test('a reply of the API carries no headers that are for documents', async () => {
  const player = await server().subscriber();
  for (const path of ['/points', '/user/reduce-play', '/nothing']) {
    const { headers } = await player.get(path);
    expect(Object.keys(headers).toSorted(), path).toEqual([
      'cache-control',
      'content-length',
      'content-type',
      'date',
      'x-content-type-options',
    ]);
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
});

test('a fault of ours says nothing of the inside', async () => {
  const player = await server().subscriber();
  await player.get('/user/reduce-play');
  await sql`alter table rounds add constraint no_more check (false) not valid`.execute(server().db);
  try {
    const before = await server().snapshot();
    const response = await inject({
      method: 'GET',
      url: '/api/v2/questions/la-liga?difficulty=easy',
      headers: { authorization: `Bearer ${player.token}` },
    });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      status: false,
      data: null,
      message: 'Something went wrong on our side. Please try again.',
      code: 'server/error',
    });
    expect(await server().snapshot()).toEqual(before);
  } finally {
    await sql`alter table rounds drop constraint no_more`.execute(server().db);
  }
});

test('a player cannot be given more plays than the day has, by any number of calls', async () => {
  const player = await server().subscriber();
  const replies = [];
  for (let call = 0; call < DAILY_PLAY_CAP + 5; call += 1) {
    replies.push(await player.get('/user/reduce-play'));
    await server()
      .db.updateTable('plays')
      .set({ is_open: false })
      .where('player_id', '=', player.id)
      .execute();
  }
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(DAILY_PLAY_CAP);
  expect(replies.at(-1)?.body.code).toBe('plays/cap-reached');
});

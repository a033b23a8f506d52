import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { conformance } from '../../scripts/lib/conformance.ts';
import { readArguments } from '../../scripts/lib/conformance-arguments.ts';
import { testServer } from '../support/server.ts';

const PHONE = '2348030000000';

/** What is said of an API. */
async function said(url: string, options: { token?: string; mayPlay?: boolean } = {}) {
  const lines: string[] = [];
  const { token = null, mayPlay = false } = options;
  const fits = await conformance({ url, phone: PHONE, token, mayPlay }, (line) => lines.push(line));
  return { fits, text: lines.join('\n') };
}

/** An API that gives fixed answers by path, and a proper 404 to all else. */
async function apiWith(answers: Record<string, unknown>): Promise<string> {
  const api = createServer((request, response) => {
    const body = answers[`${request.url}`.split('?')[0] ?? ''];
    const unknown = { status: false, data: null, code: 'route/unknown', message: 'None' };
    response.statusCode = body === undefined ? 404 : 200;
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? unknown));
  });
  await new Promise<void>((listening) => api.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void api.close());
  return `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
}

describe('our own server', () => {
  const server = testServer();
  const url = async () => {
    const { app } = server();
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v2`;
  };

  test('fits without a token, and nothing is changed', { timeout: 60_000 }, async () => {
    const before = await server().snapshot();
    const { fits, text } = await said(await url());
    expect(fits, text).toBe(true);
    expect(text).toContain("fits       GET /user/2348030000000\n             a 'no': user/unknown");
    expect(text).toContain('not asked  GET /user/dailyplays: it needs --token');
    expect(text).toContain('not asked  GET /user/reduce-play: it changes something');
    expect(await server().snapshot()).toEqual(before);
  });

  test("fits with a player's reads, and nothing is changed", { timeout: 60_000 }, async () => {
    const player = await server().subscriber();
    const before = await server().snapshot();
    const { fits, text } = await said(await url(), { token: player.token });
    expect(fits, text).toBe(true);
    expect(text).toContain('fits       GET /points/tournament/leaderboard');
    expect(await server().snapshot()).toEqual(before);
  });

  test('fits with a round, which is counted', { timeout: 60_000 }, async () => {
    const player = await server().subscriber();
    const { fits, text } = await said(await url(), { token: player.token, mayPlay: true });
    expect(fits, text).toBe(true);
    expect(text).toContain('fits       POST /points');
    expect((await player.user()).highScore).toBe(5);
  });
});

describe('an API that differs', () => {
  test('is told by call and field', async () => {
    const row = { id: 1, userId: 2, highScore: '12', fmuser: { name: 'Ada' } };
    const url = await apiWith({
      [`/user/${PHONE}`]: { status: true, data: { id: 7, name: 5 }, meta: { token: 'abc' } },
      '/categories': '<html>',
      '/user/dailyplays': { status: 'ok', data: { count: 1 } },
      '/points': { status: true, data: { leaderBoard: [row, row, row], position: 1 } },
      '/points/user-points': { status: false, code: 'user/unknown' },
    });
    const { fits, text } = await said(url, { token: 'abc' });
    expect(fits).toBe(false);
    expect(text).toContain(`DIFFERS    GET /user/${PHONE}\n             data.name: `);
    expect(text).toContain(
      'DIFFERS    GET /categories\n             HTTP 200: the body is not JSON',
    );
    expect(text).toMatch(/GET \/user\/dailyplays\n\s+status: /);
    expect(text).toMatch(/data\.leaderBoard\.0\.highScore: .* but received "12" \(and 2 more\)/);
    expect(text).toContain("a 'no' (user/unknown) where none is expected");
    expect(text).toContain('HTTP 404: route/unknown: None');
  });

  test('is told from one that is not there', async () => {
    const { fits, text } = await said('http://127.0.0.1:9');
    expect(fits).toBe(false);
    expect(text).toContain('no answer: ');
  });

  test('ends the command with 1', { timeout: 60_000 }, () => {
    const args = ['scripts/conformance.ts', 'http://127.0.0.1:9/api', '--phone', '08030000000'];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stdout).toContain(`DIFFERS    GET /user/${PHONE}`);
    expect(status).toBe(1);
  });

  test('is not played on without a terminal to ask on', { timeout: 60_000 }, () => {
    const args = ['http://127.0.0.1:9/api', '--phone', '08030000000', '--token', 'abc', '--play'];
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      ['scripts/conformance.ts', ...args],
      { encoding: 'utf8' },
    );
    expect(stderr).toContain('there is no terminal: add --yes');
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });
});

describe('the command line', () => {
  test('takes a number in any form, and a URL with a last slash', () => {
    expect(readArguments(['https://a.ng/api/v2/', '--phone', '0803 000 0000'])).toEqual({
      url: 'https://a.ng/api/v2',
      phone: PHONE,
      token: null,
      mayPlay: false,
      isAgreed: false,
    });
  });

  test.each([
    [[], 'The URL of the API is missing.'],
    [['api.example.ng', '--phone', PHONE], 'api.example.ng is no address'],
    [['https://a.ng', 'https://b.ng'], 'One URL, please'],
    [['https://a.ng'], '--phone is missing.'],
    [['https://a.ng', '--phone', '123'], '--phone 123: Phone number must be 10 or 11 digits.'],
    [['https://a.ng', '--phone', PHONE, '--play'], '--play needs --token.'],
    [['https://a.ng', '--phone', PHONE, '--token', ''], '--token is empty.'],
    [['https://a.ng', '--fone', PHONE], "Unknown option '--fone'"],
  ])('%j is answered with what is wrong', (args, message) => {
    expect(() => readArguments(args)).toThrow(message);
  });
});

import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { conformance, readArguments, type Subject } from '../../scripts/lib/conformance.ts';
import { testServer } from '../support/server.ts';

const PHONE = '2348030000000';

/** The report on an API. */
async function said(url: string, options: Partial<Subject> = {}) {
  const lines: string[] = [];
  const asked = { phone: PHONE, token: null, mayPlay: false, mobileMoneyUrl: null, mayPay: false };
  const fits = await conformance({ url, ...asked, ...options }, (line) => lines.push(line));
  return { fits, text: lines.join('\n') };
}

/** An API that gives fixed answers by path, and a proper 404 to everything else. */
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

  test('fits with a payment, which nobody has said yes to', { timeout: 60_000 }, async () => {
    const player = await server().subscriber();
    const api = await url();
    const mobileMoneyUrl = api.replace('/api/v2', '/mobile-money');
    const asked = { phone: '2348030000098', token: player.token, mobileMoneyUrl, mayPay: true };
    const { fits, text } = await said(api, asked);
    expect(fits, text).toBe(true);
    expect(text).toContain('fits       POST /collections/pay');
    expect(text).toMatch(/fits {7}GET \/collections\/FOM-/);
    const ofMoney = text
      .split('\n')
      .filter((line) => /not asked.*(collection|charges|fund)/.test(line));
    expect(ofMoney).toEqual([
      'not asked  POST /collections/:reference/doi: it changes something',
      'not asked  POST /webhooks/smart-cash/fund-wallet: it is for an API without GET /collections/:reference',
    ]);
    const payments = await server().db.selectFrom('payments').select('state').execute();
    expect(payments).toEqual([{ state: 'pending' }]);
  });

  test('fits with a round, which is counted', { timeout: 60_000 }, async () => {
    const player = await server().subscriber();
    const { fits, text } = await said(await url(), { token: player.token, mayPlay: true });
    expect(fits, text).toBe(true);
    expect(text).toContain('fits       POST /points');
    expect(text).not.toMatch(/not asked {2}POST \/points:/);
    expect((await player.user()).highScore).toBe(5);
  });
});

describe('mobile money', () => {
  const wallet = { firstName: 'Ada', msisdn: '08030000000', accountId: 'a-1', platform: 'MoMo' };
  const calls = {
    '/collections/search': { status: true, data: wallet },
    '/charges': { status: true, data: { operatorCharge: 0, serviceCharge: 0 } },
    '/collections/pay': { status: true, data: { reference: 'TX-7', status: 'TIP' } },
  };
  const ofMoney = (text: string) => text.slice(text.indexOf('Mobile money:')).split('\n');

  test('is not asked for a payment without --pay', async () => {
    const mobileMoneyUrl = await apiWith(calls);
    const { text } = await said(await apiWith({}), { token: 'abc', mobileMoneyUrl });
    expect(ofMoney(text).slice(1, 4)).toEqual([
      'fits       GET /collections/search',
      'fits       GET /charges',
      expect.stringMatching(/^not asked/),
    ]);
    for (const call of [
      'POST /collections/pay',
      'GET /collections/:reference',
      'POST /webhooks/smart-cash/fund-wallet',
    ]) {
      expect(text).toContain(`not asked  ${call}: it needs --mobile-money and --pay`);
    }
    expect(text).toContain('not asked  POST /collections/:reference/doi: it changes something');
    expect(text).not.toMatch(/not asked {2}GET \/(charges|collections\/search)/);
  });

  test('needs --mobile-money', async () => {
    const { text } = await said(await apiWith({}), { token: 'abc' });
    expect(text).toContain('not asked  GET /charges: it needs --mobile-money');
    expect(text).toContain('not asked  POST /collections/:reference/doi: it changes something');
  });

  test('that knows no wallet says which calls it ended before', async () => {
    const [mobileMoneyUrl, url] = [await apiWith({}), await apiWith({})];
    const { text } = await said(url, { token: 'abc', mobileMoneyUrl, mayPay: true });
    expect(text).toContain('DIFFERS    GET /collections/search');
    for (const call of ['GET /charges', 'POST /collections/pay', 'GET /collections/:reference']) {
      expect(text).toContain(`not asked  ${call}: mobile money ended before it`);
    }
  });

  test('of an API with the calls of the specification alone fits, and is hinted at', async () => {
    const mobileMoneyUrl = await apiWith(calls);
    const url = await apiWith({ '/webhooks/smart-cash/fund-wallet': { status: true, data: null } });
    const { text } = await said(url, { token: 'abc', mobileMoneyUrl, mayPay: true });
    expect(ofMoney(text).slice(1, 7)).toEqual([
      'fits       GET /collections/search',
      'fits       GET /charges',
      'fits       POST /collections/pay',
      'fits       GET /collections/TX-7',
      '             there is no such call: the app cannot see when it is paid',
      'fits       POST /webhooks/smart-cash/fund-wallet',
    ]);
  });

  test('of an API that does not take the hint differs', async () => {
    const mobileMoneyUrl = await apiWith(calls);
    const { text } = await said(await apiWith({}), { token: 'abc', mobileMoneyUrl, mayPay: true });
    expect(text).toContain('DIFFERS    POST /webhooks/smart-cash/fund-wallet');
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
    expect(text).toMatch(
      /odd rows, which the app leaves out: highScore: .* but received "12" \(and 2 more\)/,
    );
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
      mobileMoneyUrl: null,
      token: null,
      mayPlay: false,
      mayPay: false,
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
    [['https://a.ng', '--phone', PHONE, '--token', 'a', '--pay'], '--pay needs --mobile-money.'],
    [['https://a.ng', '--phone', PHONE, '--mobile-money', 'b.ng'], 'b.ng is no address'],
    [
      ['https://a.ng', '--phone', PHONE, '--mobile-money', 'https://b.ng'],
      '--mobile-money needs --token.',
    ],
    [['https://a.ng', '--phone', PHONE, '--token', ''], '--token is empty.'],
    [['https://a.ng', '--fone', PHONE], "Unknown option '--fone'"],
  ])('%j is answered with what is wrong', (args, message) => {
    expect(() => readArguments(args)).toThrow(message);
  });
});

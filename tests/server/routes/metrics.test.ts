import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { reversePayment } from '../../../server/payments/take-back.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { ROOT } from '../../support/project.ts';
import { newKey, testServer } from '../../support/server.ts';
import { answerChallenge, askForCode, passChallenge } from '../../support/sign-in.ts';
import { lapsed, subscribe, watchOperator } from '../accounts/subscription-calls.ts';
import { chargeOf, expected, take, verify } from '../payments/card-calls.ts';

describe('metrics', () => {
  const server = testServer({ env: { METRICS_TOKEN: 'a-token' } });

  const metrics = (headers: Record<string, string> = {}, from = '127.0.0.1') =>
    server().app.inject({ url: '/metrics', headers, remoteAddress: from });

  const WITH_TOKEN = { authorization: 'Bearer a-token' };

  test('payments are counted by way and state, with the age of the oldest without an end', async () => {
    expect((await metrics()).body).toContain('\nfom_oldest_pending_payment_seconds 0\n');
    const player = await server().signUp();
    const paid = await expected(player);
    await take(server(), chargeOf(player, paid));
    await verify(player, paid);
    await expected(player);
    server().clock.at += 90_000;
    await expected(player);
    const { headers, body } = await metrics();
    expect(headers['content-type']).toContain('text/plain; version=0.0.4');
    expect(body.split('\n')).toEqual(
      expect.arrayContaining([
        '# TYPE fom_payments gauge',
        'fom_payments{way="card",state="paid"} 1',
        'fom_payments{way="card",state="pending"} 2',
        'fom_oldest_pending_payment_seconds 90',
      ]),
    );
  });

  test('charges by airtime are counted too, as old as they are while the operator is asked', async () => {
    const { db, clock } = server();
    const player = await lapsed(server());
    const watched = watchOperator(server());
    await player.get(subscribe(player, 'daily'), { key: newKey() });
    watched.stop();
    const [reference = ''] = watched.charges;
    await db.transaction().execute((trx) => reversePayment(trx, reference, clock.at));
    await db.updateTable('payments').set({ state: 'failed' }).execute();
    const waiting = await server().signUp({ phone: server().newPhone('02') });
    await waiting.get(subscribe(waiting), { key: newKey() });
    clock.at += 60_000;
    const lines = (await metrics()).body.split('\n');
    expect(lines).toContain('fom_payments{way="airtime",state="pending"} 1');
    expect(lines).toContain('fom_payments{way="airtime",state="reversed"} 1');
    expect(lines).toContain('fom_oldest_pending_payment_seconds 60');
    clock.at += 3 * DAY_MS;
    expect((await metrics()).body).toContain('\nfom_oldest_pending_payment_seconds 0\n');
  });

  test.each([
    ['from the machine itself', {}, '::1', 200],
    ['from elsewhere', {}, '198.51.100.7', 404],
    ['through a proxy on the machine', { 'x-forwarded-for': '198.51.100.7' }, '127.0.0.1', 404],
    ['from elsewhere with the token', WITH_TOKEN, '198.51.100.7', 200],
    ['with another token', { authorization: 'Bearer other' }, '127.0.0.1', 404],
  ])('asked %s', async (_what, headers, from, status) => {
    expect((await metrics(headers, from)).statusCode).toBe(status);
  });

  test('a provider that is left alone is seen', async () => {
    const down = async () => (await metrics(WITH_TOKEN)).body.match(/^fom_provider_down.*$/gm);
    expect(await down()).toEqual(
      ['billing', 'card', 'mobile-money', 'bank-listing', 'sms'].map(
        (provider) => `fom_provider_down{provider="${provider}"} 0`,
      ),
    );
    const { operator } = server();
    const { fetch } = operator;
    operator.fetch = async () => {
      throw new Error('away');
    };
    const player = await server().signUp();
    for (let call = 0; call < 10; call += 1) {
      await player.get(`/payments/subscription/airtime/verify/${player.phone}`);
    }
    expect(await down()).toContain('fom_provider_down{provider="billing"} 1');
    operator.fetch = fetch;
  });

  const byCode = testServer({ env: { METRICS_TOKEN: 'a-token', SIGN_IN_POLICY: 'otp' } });

  test('codes that are asked for, wrong and right are counted by the hour: guessing is seen', async () => {
    const id = await askForCode(byCode(), byCode().newPhone());
    for (const code of ['000000', '000001']) await answerChallenge(byCode(), id, code);
    await passChallenge(byCode(), byCode().newPhone());
    const { body } = await byCode().app.inject({ url: '/metrics', headers: WITH_TOKEN });
    expect(body.split('\n')).toEqual(
      expect.arrayContaining([
        'fom_sign_in_codes{what="asked"} 2',
        'fom_sign_in_codes{what="wrong"} 2',
        'fom_sign_in_codes{what="right"} 1',
        'fom_sign_in_wrong_codes_most 2',
      ]),
    );
  });
});

describe('metrics that are watched', () => {
  const server = testServer();

  const read = (file: string) => readFileSync(join(ROOT, 'deploy', file), 'utf8');

  let told: string[] = [];

  beforeAll(async () => {
    const { body } = await server().app.inject('/metrics');
    told = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
  }, 60_000);

  const metricsIn = (text: string) => new Set(text.match(/\b(?:fom|process)_[a-z_]+/g));

  test.each(['prometheus-alerts.yml', 'grafana-dashboard.json'])(
    'the server has each metric that deploy/%s names',
    (file) => {
      const named = [...metricsIn(read(file))];
      expect(named.length).toBeGreaterThan(10);
      expect(named.filter((name) => !told.includes(name))).toEqual([]);
    },
  );

  test.each(['prometheus-alerts.yml', 'grafana-dashboard.json'])(
    'deploy/%s asks for the figures of our own job alone',
    (file) => {
      const queries = read(file)
        .replaceAll('\\"', '"')
        .match(/\b(?:fom|process)_[a-z_]+(?:\{[^}]*\})?/g);
      expect(queries?.filter((query) => !query.includes('{job="'))).toEqual([]);
    },
  );

  test('each metric of the server is on the dashboard or in an alert', () => {
    const named = metricsIn(read('prometheus-alerts.yml') + read('grafana-dashboard.json'));
    const seen = (name: string) =>
      named.has(name) || named.has(name.replace(/_(sum|count)$/, '_bucket'));
    expect(told.filter((name) => !seen(name))).toEqual([]);
  });

  test('the dashboard has panels that name their query, each in a place of its own', () => {
    const { panels } = JSON.parse(read('grafana-dashboard.json')) as {
      panels: { id: number; gridPos: { x: number; y: number }; targets: { expr: string }[] }[];
    };
    const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(panels.length);
    expect(panels.flatMap(({ targets }) => targets).every(({ expr }) => expr !== '')).toBe(true);
  });
});

import { expect, test, vi } from 'vitest';
import { spendText } from '../../../server/accounts/sign-in/codes.ts';
import { readConfig } from '../../../server/config/config.ts';
import { expectRefused, testServer } from '../../support/server.ts';
import { answerChallenge, askForCode, inboxOf, passChallenge } from '../../support/sign-in.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const OTP = { SIGN_IN_POLICY: 'otp', ALL_CODES_PER_HOUR: '5', ALL_CODES_PER_DAY: '8' };
const server = testServer({ env: OTP });
const STRANGER = '203.0.113.7';
const HELD = 'Too many people ask for codes just now. ';

const lookUp = (from: string, phone = server().newPhone()) =>
  server().call('GET', `/user/${phone}`, { from });
const toHour = (hours: number) => {
  server().clock.at = (Math.floor(server().clock.at / HOUR_MS) + hours) * HOUR_MS + 20 * MINUTE_MS;
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
  const asked = await Promise.all(Array.from({ length: 12 }, (_, nth) => lookUp(`203.0.${nth}.9`)));
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

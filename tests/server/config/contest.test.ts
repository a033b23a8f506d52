import { expect, test } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';

const CARD = { CARD_SECRET_KEY: 'sk_1', CARD_PUBLIC_KEY: 'pk_1' };
const OTP = { SIGN_IN_POLICY: 'otp', SMS_URL: 'https://sms.example', SMS_TOKEN: 'a-token' };
const PROMOTION = {
  promoter: 'Example Games Ltd, 1 Marina, Lagos',
  permit: 'NLRC/12/34',
  rules: 'https://example.ng/rush-rules',
  support: 'tel:0700123',
};

test('with played money the tournament is open, and nobody is named', () => {
  expect(readConfig({})).toMatchObject({ contest: null, isContestOpen: true });
});

test('for real money it is closed until promoter, permit, rules and support are named', () => {
  expect(readConfig({ ...OTP, ...CARD })).toMatchObject({ contest: null, isContestOpen: false });
  const CONTEST = JSON.stringify(PROMOTION);
  const config = readConfig({ ...OTP, ...CARD, CONTEST });
  expect(config).toMatchObject({ contest: PROMOTION, isContestOpen: true });
});

test.each([
  ['without a permit', { ...PROMOTION, permit: undefined }],
  ['with an empty promoter', { ...PROMOTION, promoter: ' ' }],
  ['with two lines of promoter', { ...PROMOTION, promoter: 'a\nb' }],
  ['with rules that a browser would run', { ...PROMOTION, rules: 'javascript:alert(1)' }],
  ['with rules over http', { ...PROMOTION, rules: 'http://example.ng' }],
  ['with a support that leads nowhere', { ...PROMOTION, support: 'ask me' }],
  ['with more than that', { ...PROMOTION, prize: 'a car' }],
  ['of another kind', []],
])('a contest %s stops the start', (_what, wrong) => {
  const CONTEST = JSON.stringify(wrong);
  expect(() => readConfig({ CONTEST })).toThrow(/^CONTEST is .* Allowed: JSON with all of/);
  expect(() => readConfig({ CONTEST: 'NLRC' })).toThrow(/^CONTEST is "NLRC"/);
});

test('the price of a ticket is one of the prices', () => {
  expect(readConfig({ PRICES: '{"rushTicket":300}' }).prices.rushTicket).toBe(300);
  expect(() => readConfig({ PRICES: '{"rushTicket":0}' })).toThrow(/^PRICES is/);
  // No platform of mobile money takes less.
  expect(() => readConfig({ PRICES: '{"rushTicket":99}' })).toThrow(/^PRICES is/);
});

import { expect, test } from 'vitest';
import { newKey, testServer } from '../../support/server.ts';
import { answerChallenge, askForCode, inboxOf, stored } from '../../support/sign-in.ts';
import { accountOf, addAccount, nameOf, newAccount } from '../accounts/bank-calls.ts';
import { lookUp, newNumber } from '../payments/collection-calls.ts';

const server = testServer();
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

test.each(ZEROS)('so are an account, a wallet and a message’s number from %i on', async (zero) => {
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
});

test('a code in other digits proves its number', async () => {
  const phone = byCode().newPhone();
  const id = await askForCode(byCode(), phone);
  const [newest] = await inboxOf(byCode(), phone);
  const { body } = await answerChallenge(byCode(), id, typedIn(0x966, newest?.code ?? ''));
  expect(body).toMatchObject({ code: 'user/unknown', meta: { proof: expect.any(String) } });
});

import { expect, test } from 'vitest';
import type { Reply } from '../../../scripts/lib/player/call.ts';
import { createPlayer } from '../../../server/accounts/players.ts';
import { openSession } from '../../../server/accounts/sign-in/sessions.ts';
import type { ProviderFetch } from '../../../server/providers/provider-http.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { TestPlayer } from '../../support/test-player.ts';
import {
  chargesOn,
  lookUp,
  newNumber,
  newOrder,
  pay,
  readStatus,
  resend,
} from '../payments/collection-calls.ts';

const OTHERS = {
  SIGN_IN_POLICY: 'otp',
  SMS_URL: 'https://sms.example/send',
  SMS_TOKEN: 'sms-token',
};
const SECRETS = {
  MOBILE_MONEY_KEY: 'the-key-of-the-service',
  MOBILE_MONEY_CLIENT_ID: 'our-client-id',
};
const real = testServer({
  env: { ...OTHERS, ...SECRETS, MOBILE_MONEY_URL: 'https://money.example/v1' },
});
const without = testServer({ env: { ...OTHERS, BILLING_URL: 'https://billing.example' } });

const NAMES = { firstName: 'Adaeze', middleName: 'Ngozi', lastName: 'Okafor' };
const ACCOUNT = 'ACC-7781-2290';

/** A player of a server whose sign-in needs more than a number. */
async function playerOf(server: typeof real): Promise<TestPlayer> {
  const { db, clock } = server();
  const phone = server().newPhone();
  const fields = { name: 'ada', email: 'ada@example.com', platform: 'rave' };
  const player = { ...fields, phone: phone.replace(/^0/, '234') };
  const id = await db.transaction().execute((trx) => createPlayer(trx, player, clock.at));
  return new TestPlayer(server(), id, phone, await openSession(db, id, clock.at));
}

/** A real service, which says more than it should. */
const talkative =
  (seen: unknown[]): ProviderFetch =>
  async (url, { headers, body }) => {
    seen.push({ url, key: headers?.['x-api-key'], client: headers?.['x-client-id'] });
    const whose = { ...NAMES, accountId: ACCOUNT, key: headers?.['x-api-key'] };
    const message = `${NAMES.firstName} ${NAMES.lastName} ${ACCOUNT} ${SECRETS.MOBILE_MONEY_KEY}`;
    const yes = (data: object) => Response.json({ status: true, message, data });
    const reference = /FOM-\w+/.exec(`${url}${body ?? ''}`)?.[0];
    if (url.includes('/search')) return yes({ ...whose, platform: 'MoMo' });
    if (url.includes('/charges')) return yes({ ...whose, operatorCharge: 1, serviceCharge: 2 });
    if (url.endsWith('/doi')) return Response.json({ status: false, message });
    if (url.endsWith('/pay')) return yes({ ...whose, reference });
    return yes({ ...whose, reference, status: 'success', amount: 203 });
  };

test('keys, accounts and full names are in no reply, of a yes, a no or a failure', async () => {
  const player = await playerOf(real);
  const { operator, clock } = real();
  const seen: unknown[] = [];
  operator.fetch = talkative(seen);
  const order = await newOrder(player);
  const replies: Reply[] = [
    await lookUp(player, order.msisdn),
    await chargesOn(player, order.msisdn, 200),
    await pay(player, order, newKey()),
  ];
  clock.at += 40_000;
  replies.push(
    await resend(player, order.reference, newKey()),
    await readStatus(player, order.reference),
  );
  expect(replies.map(({ body }) => body.status)).toEqual([true, true, true, false, true]);
  const other = await newOrder(player, { product: 'coins-200' });
  operator.fetch = async (url, init) =>
    new Response(await (await talkative(seen)(url, init)).text(), { status: 500 });
  for (const failing of [
    () => lookUp(player, order.msisdn),
    () => chargesOn(player, order.msisdn, 200),
    () => pay(player, other, newKey()),
  ]) {
    const reply = await failing();
    expect(reply.status).toBe(502);
    replies.push(reply);
  }
  const hidden = [...Object.values(SECRETS), ACCOUNT, NAMES.middleName, NAMES.lastName];
  for (const word of hidden) expect(JSON.stringify(replies)).not.toContain(word);
  expect(seen[0]).toEqual({
    url: `https://money.example/v1/collections/search?msisdn=${order.msisdn}`,
    key: SECRETS.MOBILE_MONEY_KEY,
    client: SECRETS.MOBILE_MONEY_CLIENT_ID,
  });
});

test('beside a real service its stand-in is not there', async () => {
  const path = `/collections/search?msisdn=${newNumber()}`;
  const call = () => real().call('GET', path, { api: '/sandbox/mobile-money' });
  await expectRefused(real(), call, 404, 'route/unknown');
});

test('where mobile money is not offered there are no calls and no stand-in', async () => {
  const player = await playerOf(without);
  const headers = { authorization: `Bearer ${player.token}`, accept: 'text/html' };
  const body = { reference: 'FOM-aaaaaaaaaaaaaaaaaa' };
  const calls = [
    () => lookUp(player, newNumber()),
    () => pay(player, body, newKey()),
    () => resend(player, body.reference),
    () => without().call('GET', '/charges', { api: '/mobile-money', headers }),
    () => without().call('GET', '/collections/search', { api: '/sandbox/mobile-money' }),
    () => without().call('POST', '/webhooks/smart-cash/fund-wallet', { body }),
  ];
  for (const call of calls) await expectRefused(without(), call, 404, 'route/unknown');
});

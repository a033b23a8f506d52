import { expect, test } from 'vitest';
import { expectRefused, testServer } from '../../support/server.ts';

const server = testServer();

test('the stand-in knows our server by its key alone', async () => {
  const path = '/collections/search?msisdn=08050000154';
  for (const headers of [{}, { 'x-api-key': 'sandbox' }, { 'x-client-id': 'sandbox' }]) {
    const call = () => server().call('GET', path, { api: '/sandbox/mobile-money', headers });
    await expectRefused(server(), call, 401, 'sandbox/unknown-sender');
  }
});

test('the stand-in takes no payment with other charges or from another account', async () => {
  const headers = { 'x-api-key': 'sandbox', 'x-client-id': 'sandbox' };
  const msisdn = '08050000154';
  const exact = { msisdn, accountId: `SBX-${msisdn}`, amount: 200, totalAmount: 204 };
  const pay = async (change: object) => {
    const body = { reference: 'FOM-1', name: 'Ada', ...exact, ...change };
    const api = '/sandbox/mobile-money';
    return (await server().call('POST', '/collections/pay', { api, headers, body })).body.status;
  };
  expect(await pay({ totalAmount: 200 })).toBe(false);
  expect(await pay({ accountId: 'SBX-08050000155' })).toBe(false);
  expect(await pay({})).toBe(true);
});

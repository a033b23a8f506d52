import { expect, test } from 'vitest';
import { type TestServer, testServer } from '../../support/server.ts';
import { OPERATOR_SECRET, operatorProof, passChallenge } from '../../support/sign-in.ts';

const SIGNED = { OPERATOR_PROOF_SECRET: OPERATOR_SECRET, OPERATOR_NETWORK: 'glo' };
const operator = testServer({ env: { SIGN_IN_POLICY: 'operator', ...SIGNED } });
const otp = testServer({ env: { SIGN_IN_POLICY: 'otp', ...SIGNED } });
const open = testServer({ env: SIGNED });

async function readNetwork(server: TestServer, phone: string, proof?: unknown): Promise<unknown> {
  const fields = { name: 'ada', email: 'ada@example.com', phone, platform: 'network' };
  const body = proof === undefined ? fields : { ...fields, proof };
  const { data } = (await server.call('POST', '/user/', { body })).body;
  return (data as { network: string }).network;
}

test.each([
  ['operator', operator],
  ['otp', otp],
])('under %s a number that the operator signed is of its network', async (_policy, server) => {
  const phone = server().newPhone();
  const proof = operatorProof(phone, server().clock.at);
  expect(await readNetwork(server(), phone, proof)).toBe('glo');
});

test('the proof that a signed number’s look-up brings says the same', async () => {
  const phone = operator().newPhone();
  const proof = operatorProof(phone, operator().clock.at);
  const { meta } = (await operator().call('GET', `/user/${phone}?proof=${proof}`)).body;
  expect(await readNetwork(operator(), phone, meta?.proof)).toBe('glo');
});

test('a code does not say which network a number is of: its prefix does', async () => {
  const phone = otp().newPhone();
  const { meta } = (await passChallenge(otp(), phone)).body;
  expect(await readNetwork(otp(), phone, meta?.proof)).toBe('all');
});

test('where no proof is asked for, none is believed', async () => {
  const phone = open().newPhone();
  expect(await readNetwork(open(), phone, 'v1.anything')).toBe('all');
});

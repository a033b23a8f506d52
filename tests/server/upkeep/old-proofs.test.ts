import { expect, test } from 'vitest';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { testServer } from '../../support/server.ts';
import { askForCode, inboxOf, OPERATOR_SECRET, operatorProof } from '../../support/sign-in.ts';

const server = testServer({
  env: { SIGN_IN_POLICY: 'otp', OPERATOR_PROOF_SECRET: OPERATOR_SECRET },
});
const sweepNow = () => sweep(server().services, server().app.log);

test('a used proof is remembered for as long as it would be good', async () => {
  const phone = server().newPhone();
  // The operator's clock is ahead by as much as is tolerated.
  const proof = operatorProof(phone, server().clock.at + 59_000);
  const lookUp = async () =>
    (await server().call('GET', `/user/${phone}?proof=${proof}`)).body.code;
  expect(await lookUp()).toBe('user/unknown');
  // To just before six minutes: its five, and the minute that it was ahead.
  for (let looks = 0; looks < 8; looks += 1) {
    expect(await lookUp()).toBe('user/challenge');
    server().clock.at += 50_000;
    await sweepNow();
  }
  server().clock.at += 10 * 60_000;
  await sweepNow();
  expect(await server().db.selectFrom('used_proofs').selectAll().execute()).toEqual([]);
});

test('challenges are kept for their day’s count, then they go with their texts', async () => {
  const phone = server().newPhone();
  await askForCode(server(), phone);
  server().clock.at += DAY_MS;
  await sweepNow();
  const kept = () =>
    server()
      .db.selectFrom('challenges')
      .selectAll()
      .where('phone', 'like', `%${phone.slice(1)}`);
  expect(await kept().execute()).toHaveLength(1);
  server().clock.at += DAY_MS + 1;
  await sweepNow();
  expect(await kept().execute()).toEqual([]);
  expect(await inboxOf(server(), phone)).toEqual([]);
});

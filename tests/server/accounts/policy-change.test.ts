import { expect, test, vi } from 'vitest';
import { endUnprovenSessions } from '../../../server/accounts/sign-in/callers.ts';
import { openSession } from '../../../server/accounts/sign-in/sessions.ts';
import { buildApp } from '../../../server/app.ts';
import { databaseRanking } from '../../../server/boards/database-ranking.ts';
import { readConfig } from '../../../server/config/config.ts';
import { buildBank } from '../../support/bank.ts';
import { testServer } from '../../support/server.ts';
import { OPERATOR_SECRET } from '../../support/sign-in.ts';

const server = testServer();
const readPolicy = (policy: string) =>
  readConfig({
    LOG_LEVEL: 'silent',
    SIGN_IN_POLICY: policy,
    OPERATOR_PROOF_SECRET: OPERATOR_SECRET,
  });

/** Starts another server on the same database, and asks it for a player by their token. */
async function statusUnder(policy: string, token: string): Promise<number> {
  const app = await buildApp({
    config: readPolicy(policy),
    db: server().db,
    ranking: databaseRanking(server().db),
    bank: buildBank(),
    folders: { app: '/nonexistent', images: [] },
    now: () => server().clock.at,
    providerFetch: fetch,
  });
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode } = await app.inject({ url: '/api/v2/user/dailyplays', headers });
  await app.close();
  return statusCode;
}

const signIn = async () => {
  const { id } = await server().signUp();
  return openSession(server().db, id, server().clock.at);
};

test.each(['otp', 'operator'])(
  'a player signed in by number alone is signed out once the server asks for a proof (%s)',
  async (policy) => {
    await statusUnder('open', await signIn());
    const token = await signIn();
    expect(await statusUnder('open', token)).toBe(200);
    expect(await statusUnder(policy, token)).toBe(401);
    expect(await statusUnder('open', token)).toBe(401);
  },
);

test('a player signed in with a proof stays in over restarts, and while the kind of proof changes', async () => {
  await statusUnder('otp', await signIn());
  const token = await signIn();
  for (const policy of ['otp', 'otp', 'operator', 'operator', 'otp', 'open', 'open']) {
    expect(await statusUnder(policy, token)).toBe(200);
  }
  expect(await statusUnder('otp', token)).toBe(401);
});

test('a database that does not say how its sessions were made is taken to be open', async () => {
  const token = await signIn();
  await server().db.deleteFrom('settings').where('name', '=', 'sign-in-policy').execute();
  expect(await statusUnder('otp', token)).toBe(401);
});

test('ended sessions are logged, and nothing is where none were', async () => {
  const { db } = server();
  await statusUnder('open', await signIn());
  await db.deleteFrom('sessions').execute();
  const log = { warn: vi.fn() };
  await endUnprovenSessions({ db, config: readPolicy('otp') }, log);
  expect(log.warn).not.toHaveBeenCalled();
  await endUnprovenSessions({ db, config: readPolicy('open') }, log);
  const { id } = await server().signUp();
  for (const _phone of [1, 2]) await openSession(db, id, server().clock.at);
  await endUnprovenSessions({ db, config: readPolicy('otp') }, log);
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    // The two, and the one of the sign-up.
    'SIGN_IN_POLICY is stricter than it was: 3 sessions were ended',
  );
});

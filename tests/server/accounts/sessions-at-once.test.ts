// @module-tag once
import { describe, expect, test } from 'vitest';
import {
  endSession,
  openSession,
  type PlayerSession,
  readSession,
  SESSIONS_PER_PLAYER,
  tokenFor,
} from '../../../server/accounts/sign-in/sessions.ts';
import { openSignatures } from '../../../server/crypto/signatures.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { endSessionsOf } from '../../support/end-sessions.ts';
import { testServer } from '../../support/server.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';

const server = testServer();
const ROUNDS = 60;

/** A session of a player whose token is due for replacement. */
async function agedSession(playerId: number, older = 0): Promise<PlayerSession> {
  const { db, clock } = server();
  const token = await openSession(db, playerId, clock.at - 8 * DAY_MS - older);
  const session = await readSession(db, token, clock.at);
  if (session === null) throw new Error('The session is open.');
  return session;
}

const servicesOf = async () => {
  const { db, clock } = server();
  return { db, now: () => clock.at, sign: await openSignatures(db) };
};

const sessionsOf = (playerId: number) =>
  server()
    .db.selectFrom('sessions')
    .select(['family', 'token_hash'])
    .where('player_id', '=', playerId)
    .execute();

// The embedded database has one connection: there nothing happens at once.
describe.runIf(TEST_DATABASE_URL !== '')('at the same time', () => {
  test('logouts and replacements of one token leave nobody in, and no one in the other’s way', async () => {
    const services = await servicesOf();
    const { id } = await server().signUp();
    await endSessionsOf(services.db, id);
    for (let round = 0; round < ROUNDS; round += 1) {
      const session = await agedSession(id);
      const successor = { ...session, token: await tokenFor(services, session) };
      await Promise.all([
        tokenFor(services, successor),
        endSession(services.db, session),
        tokenFor(services, session),
        endSession(services.db, successor),
        tokenFor(services, { ...successor, token: services.sign('session', successor.token) }),
      ]);
      expect(await sessionsOf(id)).toEqual([]);
    }
  });

  test('sign-ins, replacements and logouts leave the newest twenty', async () => {
    const services = await servicesOf();
    for (let round = 0; round < ROUNDS / 4; round += 1) {
      const { id } = await server().signUp();
      const sessions = [];
      for (let made = 1; made < SESSIONS_PER_PLAYER; made += 1) {
        sessions.push(await agedSession(id, made));
      }
      await Promise.all([
        ...sessions.slice(-4).map((session) => tokenFor(services, session)),
        ...Array.from({ length: 6 }, (_, i) => openSession(services.db, id, services.now() + i)),
        ...sessions.slice(-3).map((session) => endSession(services.db, session)),
        ...sessions.slice(-4).map((session) => tokenFor(services, session)),
      ]);
      const families = new Set((await sessionsOf(id)).map(({ family }) => family));
      expect(families.size).toBeLessThanOrEqual(SESSIONS_PER_PLAYER);
      for (const { family } of sessions.slice(-3)) expect(families).not.toContain(family);
    }
  });

  test('a hundred sign-ins of one player all succeed, and twenty last', async () => {
    const { db, clock } = server();
    const { id } = await server().signUp();
    await Promise.all(Array.from({ length: 100 }, (_, i) => openSession(db, id, clock.at + i)));
    expect(await sessionsOf(id)).toHaveLength(SESSIONS_PER_PLAYER);
  });

  test('a token whose sign-in the operator ends meanwhile has no successor', async () => {
    const services = await servicesOf();
    const { id } = await server().signUp();
    for (let round = 0; round < ROUNDS; round += 1) {
      const sessions = [await agedSession(id), await agedSession(id)];
      await Promise.all([
        ...sessions.map((session) => tokenFor(services, session)),
        endSessionsOf(services.db, id),
        ...sessions.map((session) => tokenFor(services, session)),
      ]);
      expect(await sessionsOf(id)).toEqual([]);
    }
  });
});

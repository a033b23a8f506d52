// @module-tag once
import { describe, expect, test } from 'vitest';
import { lockNumber } from '../../../server/accounts/players.ts';
import { testServer } from '../../support/server.ts';
import { answerChallenge, askForCode, inboxOf, stored, wrongCode } from '../../support/sign-in.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';
import { countWaiting } from '../../support/waiting.ts';

const server = testServer({ env: { SIGN_IN_POLICY: 'otp' } });

// The embedded database has one connection: there nothing happens at once.
describe.runIf(TEST_DATABASE_URL !== '')('what happens to one number at the same time', () => {
  test('takes turns, tries and texts alike, and every one is counted', async () => {
    const phone = server().newPhone();
    const id = await askForCode(server(), phone);
    const wrong = wrongCode((await inboxOf(server(), phone))[0]?.code);
    server().clock.at += 61_000;
    let done: Promise<{ status: number }[]> = Promise.resolve([]);
    await server()
      .db.transaction()
      .execute(async (trx) => {
        await lockNumber(trx, stored(phone));
        done = Promise.all([
          answerChallenge(server(), id, wrong),
          answerChallenge(server(), id, wrong),
          server().lookUp(phone),
          server().lookUp(phone),
        ]);
        await expect.poll(() => countWaiting(server().db), { timeout: 10_000 }).toBe(4);
        const free = trx.selectFrom('challenges').select('id').where('phone', '=', stored(phone));
        expect(await free.forUpdate().noWait().execute()).toHaveLength(1);
      });
    expect((await done).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { lanes } = await server()
      .db.selectFrom('challenges')
      .select('lanes')
      .where('phone', '=', stored(phone))
      .executeTakeFirstOrThrow();
    expect(lanes.new).toMatchObject({ tries: 2, wrong: 2, texts: 2 });
    expect(await inboxOf(server(), phone)).toHaveLength(2);
  });
});

// @module-tag once
import { describe, expect, test } from 'vitest';
import { lockNumber } from '../../../server/accounts/players.ts';
import { testServer } from '../../support/server.ts';
import { answerChallenge, askForCode, inboxOf, stored, wrongCode } from '../../support/sign-in.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';
import { countWaiting } from '../../support/waiting.ts';

const server = testServer({ env: { SIGN_IN_POLICY: 'otp' } });

// The embedded database has one connection: there nothing happens at once.
describe.runIf(TEST_DATABASE_URL !== '')(
  'two codes of one number that are tried at the same time',
  () => {
    test('take turns before they hold any challenge: neither waits for what the other holds', async () => {
      const phone = server().newPhone();
      const ids = [await askForCode(server(), phone)];
      server().clock.at += 61_000;
      ids.push(await askForCode(server(), phone));
      const codes = (await inboxOf(server(), phone)).map(({ code }) => code);
      expect(new Set([...ids, ...codes]).size).toBe(4);
      const wrong = codes.reduce((code, one) => (code === one ? wrongCode(one) : code), '333333');
      let tried: Promise<{ body: { code?: string } }[]> = Promise.resolve([]);
      await server()
        .db.transaction()
        .execute(async (trx) => {
          await lockNumber(trx, stored(phone));
          tried = Promise.all(ids.map((id) => answerChallenge(server(), id, wrong)));
          await expect.poll(() => countWaiting(server().db), { timeout: 10_000 }).toBe(2);
          const free = trx.selectFrom('challenges').select('id').where('phone', '=', stored(phone));
          expect(await free.forUpdate().noWait().execute()).toHaveLength(2);
        });
      for (const { body } of await tried) expect(body.code).toBe('challenge/wrong-code');
      // Each was compared with both codes, and counts at both.
      const counted = await server()
        .db.selectFrom('challenges')
        .select('tries')
        .where('phone', '=', stored(phone))
        .execute();
      expect(counted).toEqual([{ tries: 2 }, { tries: 2 }]);
    });
  },
);

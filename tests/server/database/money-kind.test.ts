import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import {
  keepMoneyApart,
  keepMoneyApartIfPlayed,
  readMoneyKind,
} from '../../../server/database/money-kind.ts';
import { openBoards } from '../../support/rankings.ts';
import { openTestDatabase } from '../../support/test-database.ts';

const CARDS = { CARD_SECRET_KEY: 'sk_live_x', CARD_PUBLIC_KEY: 'pk_live_x' };
const OTP = { SIGN_IN_POLICY: 'otp' };
const SMS = { SMS_URL: 'https://sms.example.ng', SMS_TOKEN: 'x' };
const REAL = { ...CARDS, ...OTP, ...SMS };
const CONTEST =
  '{"promoter":"Example Games","permit":"NLRC/1","rules":"https://example.ng/r","support":"tel:0700"}';
const OPERATOR = { SIGN_IN_POLICY: 'operator', OPERATOR_PROOF_SECRET: 'x'.repeat(32) };
const OUTSIDE = { HOST: '0.0.0.0' };

test.each<[string, Record<string, string>, string | null]>([
  ['nothing', {}, 'played'],
  ['open for all', OUTSIDE, 'played'],
  ['codes that anybody can read', { ...OTP, ...OUTSIDE }, 'played'],
  ['such codes and a permit', { ...OTP, ...OUTSIDE, CONTEST }, 'played'],
  ['a real provider', REAL, 'real'],
  ['a permit, by which prizes leave by hand', { ...OPERATOR, ...OUTSIDE, CONTEST }, 'real'],
  ['no way of money', { ...OPERATOR, ...OUTSIDE }, null],
])('with %s, money is %s', (_what, env, kind) => {
  expect(readConfig(env).moneyKind).toBe(kind);
});

test.each([
  ['played', {}, REAL, /played with stand-ins.*npm run admin -- go-live/],
  ['real', REAL, {}, /is for real money/],
] as const)(
  'a database of %s money is refused to the other kind, for good',
  async (kind, own, other, why) => {
    const { db, close } = await openTestDatabase();
    try {
      const asServer = (env: Record<string, string>) => keepMoneyApart(db, readConfig(env), 0);
      await asServer({ ...OPERATOR, ...OUTSIDE });
      expect(await readMoneyKind(db)).toBeNull();
      await Promise.all([asServer(own), asServer(own)]);
      await expect(asServer(other)).rejects.toThrow(why);
      for (const change of [
        `update money_kind set kind = 'real'`,
        'delete from money_kind',
        'truncate money_kind',
      ]) {
        await expect(sql.raw(change).execute(db)).rejects.toThrow(/only ever added to/);
      }
      await asServer(own);
      expect(await readMoneyKind(db)).toMatchObject({ kind });
    } finally {
      await close();
    }
  },
);

test('a command decides nothing before there is a player, and is refused by what is decided', async () => {
  const { db, close } = await openTestDatabase();
  try {
    const asCommand = (env: Record<string, string>) =>
      keepMoneyApartIfPlayed(db, readConfig(env), 0);
    await asCommand({});
    expect(await readMoneyKind(db)).toBeNull();
    await keepMoneyApart(db, readConfig(REAL), 0);
    await asCommand(REAL);
    await expect(asCommand({})).rejects.toThrow(/is for real money/);
  } finally {
    await close();
  }
});

test('a command decides where there are players, though no server has moved money yet', async () => {
  const { db, addPlayers, close } = await openBoards();
  try {
    await addPlayers(['ada']);
    await keepMoneyApartIfPlayed(db, readConfig({}), 0);
    expect(await readMoneyKind(db)).toMatchObject({ kind: 'played' });
  } finally {
    await close();
  }
});

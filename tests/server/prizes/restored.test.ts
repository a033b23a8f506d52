import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { noteRestore } from '../../../server/database/restores.ts';
import { newOperatorKey } from '../../../server/desk/operators.ts';
import { exportPayouts } from '../../../server/desk/payouts.ts';
import { refuseWhilePaidOut } from '../../../server/prizes/player-payouts.ts';
import { beginSending } from '../../../server/prizes/send.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { BY_HAND } from '../../support/by-hand.ts';
import { addOperator, operate } from '../../support/desk.ts';
import { type TestServer, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { addAccount, newAccount } from '../accounts/bank-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import { close, hasProved, idOf, payDue, prize, score, thisWeek } from './prize-calls.ts';
import { send, sender } from './sending.ts';

/** The database that was lost, and the one that its copy was brought back into. */
const lost = testServer();
const restored = testServer();

/** The copy has the database's signing key. */
beforeAll(async () => {
  const named = 'account-secret';
  const { value } = await lost()
    .db.selectFrom('settings')
    .select('value')
    .where('name', '=', named)
    .executeTakeFirstOrThrow();
  await restored().db.updateTable('settings').set({ value }).where('name', '=', named).execute();
  // New ids go to other players.
  await restored().signUp({ phone: '08039999955' });
  keys.bola = await addOperator(lost(), 'bola');
  keys.eve = await addOperator(restored(), 'eve');
  keys.uche = await addOperator(restored(), 'uche', keys.eve);
});

const keys = { bola: '', eve: '', uche: '' };

/** The same winner in one of the two; the last digit of their account decides the outcome. */
async function winner(server: TestServer, phone: string, ending: string): Promise<TestPlayer> {
  const player = await server.signUp({ phone });
  await bornOn(player, '1990-05-17');
  await addAccount(player, newAccount(ending));
  await hasProved(player);
  await score(player, 400);
  return player;
}

/** A player who won a week before the loss and wins it again after the restore, not sent yet. */
async function wonTwice(
  ending = '5',
  { isSettled = true } = {},
): Promise<{ before: TestPlayer; after: TestPlayer }> {
  lost().toNextWeek();
  restored().clock.at = lost().clock.at;
  const week = thisWeek(lost());
  const phone = lost().newPhone();
  const before = await winner(lost(), phone, ending);
  const after = await winner(restored(), phone, ending);
  for (const server of [lost(), restored()]) close(server, week);
  await payDue(lost());
  if (isSettled) await payDue(restored());
  return { before, after };
}

/** Both have one provider, which remembers the transfers before the loss. */
const sendAgain = (env: Record<string, string> = {}) =>
  send(restored(), { env, fetch: (url, init) => lost().operator.fetch(url, init) });

const transfers = () =>
  lost().db.selectFrom('sandbox_transfers').selectAll().orderBy('reference').execute();

/** Runs each server for some minutes. */
async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    restored().clock.at += 60_000;
    await payDue(restored());
    await sendAgain();
  }
}

const noteNow = () => noteRestore(restored().db, restored().clock.at);

const closings = async ({ server: { db }, id }: TestPlayer) =>
  (
    await db
      .selectFrom('ledger_movements')
      .innerJoin('ledger_postings', 'movement_id', 'ledger_movements.id')
      .select('reason')
      .where('player_id', '=', id)
      .where('account', '=', 'prizes')
      .orderBy('ledger_movements.id')
      .execute()
  ).map(({ reason }) => reason);

const say = (key: string, what: string) =>
  operate(restored(), ['payouts', 'went', what, '--why', 'Statement of 28 November'], key);

describe('a prize that had been sent before the database was lost', () => {
  test('goes under the same reference after the restore: its provider sends nothing twice', async () => {
    const { before, after } = await wonTwice();
    await send(lost());
    const sent = await transfers();
    await sendAgain();
    expect(await transfers()).toEqual(sent);
    expect(before.id).not.toBe(after.id);
    expect((await prize(after)).state).toBe('paid');
  });

  test('that its provider knows already is asked about and never taken for failed', async () => {
    const { after } = await wonTwice('2');
    await send(lost());
    const sent = await transfers();
    await minutes(3);
    expect(await transfers()).toEqual(sent);
    expect((await prize(after)).state).toBe('sending');
  });

  test('is taken over though the copy holds it, and neither lapses nor goes to the next place', async () => {
    const { after } = await wonTwice();
    await send(lost());
    const sent = await transfers();
    const { db } = restored();
    await db.deleteFrom('bank_accounts').where('player_id', '=', after.id).execute();
    await noteNow();
    await db
      .updateTable('payouts')
      .set({ state: 'held', reasons: ['no-bank-account'], mend_by: new Date(1) })
      .where('player_id', '=', after.id)
      .execute();
    await minutes(2);
    expect(await transfers()).toEqual(sent);
    expect((await prize(after)).state).toBe('paid');
    expect(await closings(after)).toEqual(['prize-won', 'prize-paid']);
  });

  test('is taken over once by two processes that look for it at the same time', async () => {
    const { after } = await wonTwice();
    await send(lost());
    const sent = await transfers();
    await noteNow();
    await Promise.all([sendAgain(), sendAgain(), sendAgain()]);
    await minutes(2);
    expect(await transfers()).toEqual(sent);
    expect(await closings(after)).toEqual(['prize-won', 'prize-paid']);
  });

  test('at its second try, since the bank sent back the first, is found behind it', async () => {
    const { before, after } = await wonTwice('1');
    await send(lost());
    expect((await prize(before)).state).toBe('failed');
    lost().clock.at += 60_000;
    await addAccount(before, newAccount('6'));
    lost().clock.at += DAY_MS;
    await payDue(lost());
    await send(lost());
    expect((await prize(before)).state).toBe('paid');
    const sent = await transfers();
    await noteNow();
    await minutes(2);
    expect(await transfers()).toEqual(sent);
    expect((await prize(after)).state).toBe('paid');
  });

  test('is taken over whole or not at all where taking it over is cut off', async () => {
    const { after } = await wonTwice();
    await noteNow();
    const { db } = restored();
    const { id } = await db
      .selectFrom('payouts')
      .selectAll()
      .where('player_id', '=', after.id)
      .executeTakeFirstOrThrow();
    const payout = () =>
      db
        .selectFrom('payouts')
        .select(['state', 'sent_as', 'searched_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const before = await payout();
    await send(lost());
    // As of a process that dies before its commit.
    const other = sql.lit(id);
    await sql`alter table payouts add constraint cut
      check (id <> ${other} or state <> 'sending') not valid`.execute(db);
    await sendAgain();
    expect(await payout()).toEqual(before);
    await sql`alter table payouts drop constraint cut`.execute(db);
    const sent = await transfers();
    await minutes(2);
    expect(await transfers()).toEqual(sent);
    expect(await payout()).toMatchObject({ state: 'paid' });
  });

  test('and waits to be looked for keeps no prize waiting that was won since, however many they are', async () => {
    const { after } = await wonTwice();
    await noteNow();
    const { db } = restored();
    await sql`
      insert into payouts (reference, player_id, board, pool, tier, period_start, period_end, place, kind,
        gross_kobo, tax_kobo, net_kobo, state, state_at, made_at, approved_at)
      select reference || at, player_id, board, pool, tier, period_start - at * interval '1 second',
        period_end - at * interval '1 second', place, kind, gross_kobo, tax_kobo, net_kobo, state, state_at,
        made_at, approved_at
      from payouts, generate_series(1, 50) as at where player_id = ${after.id}
    `.execute(db);
    const { after: later } = await wonTwice();
    await sendAgain();
    const { state } = await prize(later);
    await sql`delete from payouts where player_id = ${after.id} and length(reference) > 10`.execute(
      db,
    );
    expect(state).toBe('sending');
  });

  test('is sent by nobody who has it in hand as the restore is noted', async () => {
    const { after } = await wonTwice();
    const { db } = restored();
    const id = await idOf(db, (await prize(after)).reference);
    await noteNow();
    for (const isByHand of [false, true]) {
      expect(await beginSending(await sender(restored()), id, { isByHand })).toBeNull();
    }
    expect((await prize(after)).state).toBe('approved');
    for (const key of [keys.eve, keys.uche]) await say(key, 'none');
    await minutes(2);
    expect((await prize(after)).state).toBe('paid');
  });

  test('waits while its provider does not answer, and cannot be refused meanwhile', async () => {
    const { after } = await wonTwice();
    await noteNow();
    await send(restored(), {
      fetch: async () => {
        throw new Error('the line is cut');
      },
    });
    const { reference, state } = await prize(after);
    expect(state).toBe('approved');
    const refuse = ['payouts', 'refuse', reference, '--why', 'x'];
    expect((await operate(restored(), refuse, keys.eve)).lines).toEqual([
      `${reference} may have been sent before the restore. It is looked for first: see payouts run`,
    ]);
    await restored()
      .db.updateTable('payouts')
      .set({ state: 'held', reasons: ['no-bank-account'] })
      .where('player_id', '=', after.id)
      .execute();
    await expect(refuseWhilePaidOut(restored().db, after.id)).rejects.toMatchObject({
      code: 'payout/on-its-way',
    });
    // Nothing was sent: once that is known, payouts go on as usual, but the provider's word alone
    // is not enough.
    const sent = await transfers();
    await minutes(1);
    restored().clock.at += 10 * 60_000;
    await minutes(1);
    expect((await transfers()).length).toBe(sent.length);
    for (const key of [keys.eve, keys.uche]) await say(key, 'none');
    await minutes(1);
    restored().clock.at += 10 * 60_000;
    await minutes(1);
    expect((await transfers()).length).toBe(sent.length + 1);
  });
});

describe('prizes that go by hand', () => {
  const payouts = (server: TestServer, key: string, ...args: string[]) =>
    operate(server, ['payouts', ...args], key, { env: BY_HAND });

  /** The reference of a player's prize in a file for the bank. */
  async function exported(server: TestServer, key: string, player: TestPlayer) {
    const { lines } = await payouts(server, key, 'export', '--plain');
    const { reference } = await prize(player);
    return lines.find((line) => line.includes(reference))?.split(',')[0] ?? null;
  }

  test('wait until two operators have said what the bank statement shows', async () => {
    const { before, after } = await wonTwice();
    const went = (await exported(lost(), keys.bola, before)) ?? '';
    expect(went).toMatch(/^[a-z0-9-]{16,50}$/);
    await noteNow();
    const refused = await payouts(restored(), keys.eve, 'export');
    expect(refused.isDone).toBe(false);
    expect(refused.lines[0]).toContain('payouts went');
    await send(restored(), { env: BY_HAND });
    expect((await prize(after)).state).toBe('approved');

    expect((await say(keys.eve, 'prize-0')).lines[0]).toContain('no reference of a prize');
    restored().clock.at += 1;
    const late = await addOperator(restored(), 'late', keys.eve);
    expect((await say(late, went)).lines[0]).toContain('from before the restore');
    expect((await say(keys.eve, went)).lines[0]).toContain('Another operator');
    expect((await say(keys.uche, 'none')).lines[1]).toContain('eve said otherwise');
    expect((await payouts(restored(), keys.eve, 'export')).isDone).toBe(false);
    expect((await say(keys.uche, ` ${went}, ${went}`)).isDone).toBe(true);
    expect(await exported(restored(), keys.eve, after)).toBeNull();
    expect((await prize(after)).state).toBe('paid');
    expect(await closings(after)).toEqual(['prize-won', 'prize-paid']);
    expect((await say(keys.eve, 'none')).lines[0]).toContain('No restore waits');
  });

  test('and are settled only after the restore are among what went, too', async () => {
    const gone = await wonTwice('5', { isSettled: false });
    const went = (await exported(lost(), keys.bola, gone.before)) ?? '';
    await noteNow();
    for (const key of [keys.eve, keys.uche]) await say(key, went);
    const reports = async () => (await operate(restored(), ['payments', 'reports'])).lines;
    expect((await reports()).join()).toContain(`${went.slice(0, -2)} went by hand`);
    await payDue(restored());
    expect(await exported(restored(), keys.eve, gone.after)).toBeNull();
    expect((await prize(gone.after)).state).toBe('paid');
    expect((await reports()).join()).not.toContain('went by hand');
  });

  test('and are named by what they are shown as are taken over, if they are here', async () => {
    const { before, after } = await wonTwice();
    await exported(lost(), keys.bola, before);
    await noteNow();
    const [{ reference: was }, { reference }] = [await prize(before), await prize(after)];
    expect((await say(keys.eve, was)).lines[0]).toContain(`No prize of this copy is ${was}`);
    for (const key of [keys.eve, keys.uche]) await say(key, reference);
    expect(await exported(restored(), keys.eve, after)).toBeNull();
    expect((await prize(after)).state).toBe('paid');
    expect((await operate(restored(), ['payments', 'reports'])).lines).toEqual([
      'Nothing is reported',
    ]);
  });

  test('and left by a provider when the copy was made are not sent by it before that is known', async () => {
    const { before, after } = await wonTwice();
    const went = (await exported(lost(), keys.bola, before)) ?? '';
    await send(restored(), {
      fetch: async () => {
        throw new Error('the line is cut');
      },
    });
    expect((await prize(after)).state).toBe('sending');
    await noteNow();
    const sent = await transfers();
    await minutes(3);
    expect(await transfers()).toEqual(sent);
    for (const key of [keys.eve, keys.uche]) await say(key, went);
    await minutes(3);
    expect(await transfers()).toEqual(sent);
    expect((await prize(after)).state).toBe('paid');
  });

  test('and left by hand behind a failed transfer wait for the answer, too', async () => {
    const { before, after } = await wonTwice('1');
    await send(lost());
    expect((await prize(before)).state).toBe('failed');
    lost().clock.at += 60_000;
    await addAccount(before, newAccount('6'));
    lost().clock.at += DAY_MS;
    await payDue(lost());
    const went = (await exported(lost(), keys.bola, before)) ?? '';
    expect(went).toMatch(/-2$/);
    await noteNow();
    await minutes(2);
    expect((await prize(after)).state).toBe('approved');
    for (const key of [keys.eve, keys.uche]) await say(key, went);
    await minutes(1);
    expect((await prize(after)).state).toBe('paid');
  });

  test('are in a file though a provider of others does not answer, without those', async () => {
    const { after } = await wonTwice();
    await noteNow();
    for (const key of [keys.eve, keys.uche]) await say(key, 'none');
    const fetch = async () => {
      throw new Error('the line is cut');
    };
    const parts = await sender(restored(), { env: { ...BY_HAND, PAYOUTS: 'transfer' }, fetch });
    const desk = { ...parts, readBank: () => restored().bank, backUp: async () => {} };
    expect(await exportPayouts(desk, keys.eve, true)).toEqual([
      'reference,prize,kind,naira,to,bank_code,bank,name',
    ]);
    expect((await prize(after)).state).toBe('approved');
  });

  test('and left under a reference that files had before are taken over by it', async () => {
    const { after } = await wonTwice();
    const sent_as = `payout-${(await prize(after)).reference.toLowerCase()}-1`;
    await restored()
      .db.updateTable('payouts')
      .set({ state: 'sending', is_by_hand: true, sent_as })
      .where('player_id', '=', after.id)
      .execute();
    await noteNow();
    for (const key of [keys.eve, keys.uche]) await say(key, sent_as);
    await send(restored(), { env: BY_HAND });
    expect((await prize(after)).state).toBe('paid');
  });

  test('and had not gone are in the next file, under the same reference', async () => {
    const { before, after } = await wonTwice();
    const went = await exported(lost(), keys.bola, before);
    await noteNow();
    for (const key of [keys.eve, keys.uche]) await say(key, 'none');
    expect(await exported(restored(), keys.eve, after)).toBe(went);
  });

  test('are answered for by two, though one has taken the other’s key away since', async () => {
    restored().clock.at += 1;
    await noteNow();
    restored().clock.at += 1;
    const removed = await operate(restored(), ['operators', 'remove', 'uche'], keys.eve);
    expect(removed.isDone).toBe(true);
    await restored()
      .db.updateTable('operators')
      .set({ removed_at: new Date(restored().clock.at) })
      .where('name', '=', 'late')
      .execute();
    expect((await say(keys.eve, 'none')).lines[0]).toContain('Another operator');
    expect((await payouts(restored(), keys.eve, 'export')).isDone).toBe(false);
    // The owner of the database added another one.
    restored().clock.at += 1;
    const { key, seal } = newOperatorKey();
    const added_at = new Date(restored().clock.at);
    const key_hash = Buffer.from(seal, 'hex').toString('base64url');
    await restored()
      .db.insertInto('operators')
      .values({ name: 'efe', key_hash, added_at })
      .execute();
    expect((await say(key, 'none')).lines[1]).toContain('ask them to say it again');
    expect((await say(keys.eve, 'none')).lines[0]).toMatch(/^Noted/);
  });
});

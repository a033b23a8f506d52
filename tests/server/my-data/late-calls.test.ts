import { expect, test } from 'vitest';
import { countLookup, keepBankAccount } from '../../../server/accounts/profile/bank-accounts.ts';
import { cleanPicture } from '../../../server/accounts/profile/picture.ts';
import {
  checkProfile,
  keepProfile,
  reportPlayer,
} from '../../../server/accounts/profile/profile.ts';
import { openVault } from '../../../server/crypto/vault.ts';
import type { Trx } from '../../../server/database/tables.ts';
import { photo } from '../../support/hostile-pictures.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { accountOf, addAccount, newAccount } from '../accounts/bank-calls.ts';

const server = testServer();
const PHOTO = await photo().jpeg().toBuffer();

const remove = (player: TestPlayer) =>
  player.delete('/user', { word: 'DELETE' }, { key: newKey() });

function upload(player: TestPlayer) {
  const body = new FormData();
  body.append('name', 'Late');
  body.append('image', new Blob([PHOTO as Buffer<ArrayBuffer>]), 'me.jpg');
  const headers = { authorization: `Bearer ${player.token}`, 'idempotency-key': newKey() };
  return server().call('PUT', '/user', { headers, body });
}

/** The data of a deleted player that still says anything about them. */
async function left({ id }: TestPlayer): Promise<unknown> {
  const { db } = server();
  const of = (table: 'pictures' | 'bank_accounts' | 'bank_lookups') =>
    db.selectFrom(table).select('player_id').where('player_id', '=', id).execute();
  const player = db.selectFrom('players').select(['nickname', 'image', 'dob']).where('id', '=', id);
  return [
    ...(await of('pictures')),
    ...(await of('bank_accounts')),
    ...(await of('bank_lookups')),
    await player.executeTakeFirst(),
  ];
}

const NOTHING = [{ nickname: 'Deleted player', image: null, dob: null }];

test('a call that was let in before the account was deleted keeps nothing after it', async () => {
  const [player, other] = [await server().signUp(), await server().signUp()];
  await remove(player);
  const { db, clock } = server();
  const services = { db, vault: await openVault(db, []), now: () => clock.at };
  const picture = await cleanPicture(PHOTO);
  const profile = checkProfile({ name: 'Late', dob: '1999-01-01' }, clock.at);
  const account = { bankName: 'a', bankCode: '044', acctNumber: '0123456789', acctName: 'b' };
  const number = { number: '0123456789', code: '044' };
  const report = { reporterId: player.id, playerId: String(other.id), reason: 'name' } as const;
  const inTurn = (work: (trx: Trx) => Promise<unknown>) => db.transaction().execute(work);
  const late = [
    () => inTurn((trx) => keepProfile(trx, player.id, profile, picture, clock.at)),
    () =>
      inTurn((trx) =>
        keepBankAccount(trx, services, {
          playerId: player.id,
          ...{ account, hash: 'hash', before: null },
        }),
      ),
    () => countLookup(services, player.id, number),
    () => inTurn((trx) => reportPlayer(trx, report, clock.at)),
  ];
  for (const work of late) await expect(work()).rejects.toMatchObject({ code: 'session/required' });
  expect(await left(player)).toEqual(NOTHING);
  expect(await db.selectFrom('player_reports').selectAll().execute()).toEqual([]);
});

test('a deletion during an upload and a new bank account leaves neither', async () => {
  for (let round = 0; round < 5; round += 1) {
    const player = await server().signUp();
    const calls = [upload(player), addAccount(player, newAccount()), remove(player)];
    const replies = await Promise.all(calls);
    expect(replies[2]?.status).toBe(200);
    for (const { status } of replies) expect([200, 401]).toContain(status);
    expect(await left(player)).toEqual(NOTHING);
  }
});

test('if two players add one account at the same time one gets it', async () => {
  const players = [await server().signUp(), await server().signUp()];
  const number = newAccount();
  const replies = await Promise.all(players.map((player) => addAccount(player, number)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const kept = await Promise.all(players.map(accountOf));
  expect(kept.filter((bank) => bank !== null)).toHaveLength(1);
});

test('nothing of another player is read, changed or ended by naming them', async () => {
  const [ada, bola] = [await server().subscriber(), await server().subscriber('bola')];
  await addAccount(bola, newAccount());
  await upload(bola);
  const before = [await bola.user(), await accountOf(bola)];
  const theirs = [String(bola.id), bola.phone, bola.token, (await bola.user()).image ?? '-'];
  const ids = `id=${bola.id}&userId=${bola.id}&playerId=${bola.id}&player_id=${bola.id}`;
  for (const path of ['/banks', '/user/data', '/user/sessions']) {
    const { body } = await ada.get(`${path}?${ids}&phone=${bola.phone}`);
    for (const text of theirs.slice(1)) expect(JSON.stringify(body.data)).not.toContain(text);
  }
  const named = { id: bola.id, userId: bola.id, playerId: bola.id, player_id: bola.id };
  await addAccount(ada, newAccount(), named as never);
  await ada.delete(`/user/sessions?${ids}`, named, { key: newKey() });
  const removed = await ada.delete(`/user?${ids}`, { word: 'DELETE', ...named }, { key: newKey() });
  expect(removed.status).toBe(200);
  expect([await bola.user(), await accountOf(bola)]).toEqual(before);
  expect((await bola.get('/user/dailyplays')).status).toBe(200);
});

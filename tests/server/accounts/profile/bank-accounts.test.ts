import { expect, test } from 'vitest';
import {
  resealAccounts,
  showBankAccount,
} from '../../../../server/accounts/profile/bank-accounts.ts';
import { openVault, type Vault } from '../../../../server/crypto/vault.ts';
import { addOperator, operate } from '../../../support/desk.ts';
import { expectRefused, testServer } from '../../../support/server.ts';
import type { TestPlayer } from '../../../support/test-player.ts';
import { accountOf, addAccount, newAccount } from '../bank-calls.ts';

const [OLD, NEW] = ['the-older-key-of-the-bank-accounts', 'the-newer-key-of-the-bank-accounts'];

/** The operator starts servers with both keys before the rotation. */
const server = testServer({ env: { BANK_KEYS: `${NEW} ${OLD}` } });

async function withAccounts(count: number, vault: Vault): Promise<TestPlayer[]> {
  const players: TestPlayer[] = [];
  for (let one = 0; one < count; one++) {
    const player = await server().signUp();
    await addAccount(player, newAccount());
    players.push(player);
  }
  // As an older server sealed them.
  const { db } = server();
  const both = await openVault(db, [NEW, OLD]);
  for (const { id } of players) {
    const owner = `bank account of player ${id}`;
    const own = db.selectFrom('bank_accounts').select('sealed').where('player_id', '=', id);
    const { sealed } = await own.executeTakeFirstOrThrow();
    const older = vault.seal(both.open(sealed, owner), owner);
    await db
      .updateTable('bank_accounts')
      .set({ sealed: older })
      .where('player_id', '=', id)
      .execute();
  }
  return players;
}

const countSealed = async ({ newest }: Vault) => {
  const rows = await server().db.selectFrom('bank_accounts').select('sealed').execute();
  return rows.filter(({ sealed }) => sealed.startsWith(newest)).length;
};

test('a key is replaced while players read, change and add accounts', async () => {
  const { db } = server();
  const [old, both] = [await openVault(db, [OLD, NEW]), await openVault(db, [NEW, OLD])];
  const players = await withAccounts(45, old);
  expect(await countSealed(both)).toBe(0);
  const before = await Promise.all(players.map(accountOf));
  const changed = players.slice(0, 8);
  const numbers = changed.map(() => newAccount());
  const [resealed, , ...reads] = await Promise.all([
    resealAccounts(db, both),
    Promise.all(changed.map((player, at) => addAccount(player, numbers[at] ?? ''))),
    ...players.slice(8).map(accountOf),
  ]);
  expect(resealed).toBeGreaterThanOrEqual(37);
  expect(reads).toEqual(before.slice(8));
  const all = await db.selectFrom('bank_accounts').select('player_id').execute();
  expect(await countSealed(both)).toBe(all.length);
  // The new key alone opens everything, and still identifies the owner of each account.
  const alone = await openVault(db, [NEW]);
  const services = { db, vault: alone, now: () => server().clock.at };
  const after = await Promise.all(players.map(({ id }) => showBankAccount(services, id)));
  expect(after.slice(8)).toEqual(before.slice(8));
  expect(after.slice(0, 8).map((bank) => bank?.acctNumber)).toEqual(
    numbers.map((number) => `*******${number.slice(-3)}`),
  );
  const stranger = await server().signUp();
  const taken = () => addAccount(stranger, numbers[0] ?? '');
  await expectRefused(server(), taken, 409, 'bank/taken');
  await expect(openVault(db, [OLD])).rejects.toThrow(/BANK_KEYS/);
}, 30_000);

test('a rotation that was cut needs both keys until it is done again', async () => {
  const { db } = server();
  const [old, both] = [await openVault(db, [OLD, NEW]), await openVault(db, [NEW, OLD])];
  await old.rotate();
  const [first, second] = await withAccounts(2, old);
  const cut = {
    ...both,
    open: (sealed: string, owner: string) => {
      if (owner.endsWith(` ${second?.id}`)) throw new Error('cut');
      return both.open(sealed, owner);
    },
  };
  await expect(resealAccounts(db, cut)).rejects.toThrow('cut');
  await expect(openVault(db, [NEW])).rejects.toThrow(/BANK_KEYS/);
  for (const player of [first, second])
    expect(player && (await accountOf(player))).toMatchObject({ bankName: 'Access Bank' });
  expect(await resealAccounts(db, both)).toBe(2);
  expect(await resealAccounts(db, await openVault(db, [NEW]))).toBe(0);
});

test('the operator rotates by a command, with a key and a reason, and that is logged', async () => {
  const env = { BANK_KEYS: `${NEW} ${OLD}` };
  const ngozi = await addOperator(server(), 'ngozi');
  const rotate = ['keys', 'rotate', '--why', 'a year is over'];
  expect(await operate(server(), rotate, null, { env })).toMatchObject({ isKeyNeeded: true });
  const { db } = server();
  const vault = await openVault(db, [OLD, NEW]);
  await vault.rotate();
  await withAccounts(2, vault);
  expect(await operate(server(), rotate, ngozi, { env })).toEqual({
    lines: ['Bank accounts sealed anew: 2'],
    isDone: true,
  });
  const log = db.selectFrom('operator_log').select(['operator', 'command', 'why']);
  expect(await log.where('command', 'like', 'keys%').execute()).toEqual([
    { operator: 'ngozi', command: 'keys rotate', why: 'a year is over' },
  ]);
  for (const wrong of [['keys', 'rotate'], ['keys', 'rotate', 'all', '--why', 'x'], ['keys']]) {
    const { lines } = await operate(server(), wrong, ngozi, { env });
    expect(lines[0]).toContain('npm run admin -- keys COMMAND');
  }
});

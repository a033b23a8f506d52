import { cpSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../server/database/connection.ts';
import { openFolder } from '../../../server/database/embedded.ts';
import { isDatabaseDown } from '../../../server/database/failures.ts';

const root = mkdtempSync(join(tmpdir(), 'mastermind-embedded-'));
const whole = join(root, 'whole');
const open = (dataDir: string) => openDatabase({ databaseUrl: null, dataDir });

beforeAll(async () => {
  await (await open(whole)).close();
});
afterAll(() => rmSync(root, { recursive: true }));

let copies = 0;

/** A copy of a folder that has held a database. */
function copy(): string {
  copies += 1;
  const folder = join(root, `copy-${copies}`);
  cpSync(whole, folder, { recursive: true });
  return folder;
}

const LOSSES: Record<string, (folder: string) => void> = {
  'one file': (folder) => rmSync(join(folder, 'postgres/PG_VERSION')),
  'all of them': (folder) => rmSync(join(folder, 'postgres'), { recursive: true }),
};

test.each(Object.entries(LOSSES))(
  'a database that has lost %s is not begun anew',
  async (_, lose) => {
    const folder = copy();
    lose(folder);
    await expect(open(folder)).rejects.toThrow(
      /has lost files\. Restore a backup, or delete .+ to begin/,
    );
  },
);

const DAMAGES: Record<string, (folder: string) => void> = {
  'is missing': (folder) => rmSync(join(folder, 'postgres/global/pg_control')),
  'is cut': (folder) => truncateSync(join(folder, 'postgres/global/pg_control'), 10),
};

test.each(Object.entries(DAMAGES))(
  'a database of which a file %s is said to be damaged',
  async (_, damage) => {
    const folder = copy();
    damage(folder);
    await expect(open(folder)).rejects.toThrow(
      /cannot be opened: it is damaged \(.+\)\. Restore a backup\.$/,
    );
  },
);

test.runIf(process.platform === 'linux')(
  'a deleted lock lets no second server into the folder',
  async () => {
    const folder = copy();
    const first = await open(folder);
    rmSync(join(folder, 'lock'));
    await expect(open(folder)).rejects.toThrow(/is in use by another running server/);
    await first.close();
    await (await open(folder)).close();
  },
);

test('a disk that is nearly full is asked nothing, says so, and goes on when there is space', async () => {
  const disk = { free: 1e9 };
  const { db, close } = await openFolder(copy(), () => disk.free);
  const look = () => db.selectFrom('settings').selectAll().execute();
  const write = () =>
    db.transaction().execute((trx) =>
      trx
        .insertInto('settings')
        .values({ name: `at ${disk.free}`, value: 'there' })
        .execute(),
    );
  await write();
  // Less than the next segments of its log take, at which it would hang.
  disk.free = 60 * 1024 * 1024;
  for (const ask of [look, write]) {
    const error = await ask().catch((reason) => reason);
    expect(error.message).toMatch(
      /^the disk is full: 60 MB are free where .+ lies, 64 are needed$/,
    );
    expect(isDatabaseDown(error)).toBe(true);
  }
  disk.free = 2e9;
  await write();
  expect(await look()).toHaveLength(2);
  await close();
});

test('on a full disk no server starts', async () => {
  await expect(openFolder(copy(), () => 1e6)).rejects.toThrow(/^the disk is full/);
});

import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Ranking } from '../../../server/boards/ranking.ts';
import { readConfig } from '../../../server/config/config.ts';
import { dump } from '../../../server/database/dump.ts';
import { rebuildAllBoards } from '../../../server/desk/house.ts';
import { DeskError } from '../../../server/desk/socket.ts';
import { DAY_MS, weekOf } from '../../../src/rules/calendar.ts';
import { aFolder } from '../../support/a-folder.ts';
import { addOperator, logOf, operate } from '../../support/desk.ts';
import { photo } from '../../support/hostile-pictures.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import {
  createTestDatabase,
  prepareDataDir,
  TEST_DATABASE_URL,
} from '../../support/test-database.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { aServer, desk, firstKey, subscribe } from './processes.ts';

const PHOTO = (await photo().jpeg().toBuffer()) as Buffer<ArrayBuffer>;

describe('boards', () => {
  const server = testServer();

  let first: Promise<string> | null = null;

  const firstKey = () => {
    first ??= addOperator(server(), 'ngozi');
    return first;
  };

  const run = (command: string[], key: string | null = null) => operate(server(), command, key);

  test('a check names what differs and is not done then; a rebuild puts it right', async () => {
    expect(await run(['boards', 'check'])).toEqual({
      lines: [
        '0 results in the ledger make 0 scores.',
        'Scores that differ: nothing',
        'Figures that are counted wrong: nothing',
      ],
      isDone: true,
    });
    const { id } = await server().signUp();
    const { db, clock } = server();
    const score = { board: 'weekly', pool: 'all', player_id: id, points: 40 } as const;
    const at = new Date(clock.at);
    const period_start = new Date(weekOf(clock.at).startsAt);
    // A score without a result in the ledger.
    await db
      .insertInto('board_scores')
      .values({ ...score, period_start, reached_at: at })
      .execute();
    const difference = `weekly of all from 2026-11-16, player ${id}: 40 points on the board, nothing in the ledger`;
    const check = await run(['boards', 'check']);
    expect(check.lines.slice(1, 3)).toEqual([difference, 'Scores that differ: 1']);
    expect(check.isDone).toBe(false);
    const rebuild = ['boards', 'rebuild', '--why', 'a score of nothing'];
    expect(await run(rebuild)).toMatchObject({ isDone: false, isKeyNeeded: true });
    const rebuilt = await run(rebuild, await firstKey());
    expect(rebuilt.isDone).toBe(true);
    expect(rebuilt.lines).toContain(difference);
    expect(rebuilt.lines.at(-1)).toBe('The boards have been put right.');
    expect((await run(['boards', 'check'])).isDone).toBe(true);
    const log = db.selectFrom('operator_log').select(['operator', 'command', 'why']);
    expect(await log.where('command', 'like', 'boards%').execute()).toEqual([
      { operator: 'ngozi', command: 'boards rebuild', why: 'a score of nothing' },
    ]);
  });

  test('sorted sets that a rebuild could not forget are forgotten by the next one, which finds no difference', async () => {
    const { db, clock, ranking } = server();
    const { id } = await server().signUp();
    const at = new Date(clock.at);
    const score = { board: 'weekly', pool: 'all', player_id: id, points: 40 } as const;
    const period_start = new Date(weekOf(clock.at).startsAt);
    await db
      .insertInto('board_scores')
      .values({ ...score, period_start, reached_at: at })
      .execute();
    /** The answers of the store, in turn. */
    const answers = ['away', 'fine', 'away', 'fine'];
    const forget = async () => {
      if (answers.shift() === 'away') throw new Error('nothing answers there');
    };
    const store: Ranking = { ...ranking, forget, close: async () => {} };
    const key = await firstKey();
    const desk = { db, config: readConfig({}), now: () => clock.at };
    const rebuild = () => rebuildAllBoards(desk, { why: 'old places', key }, async () => store);

    await expect(rebuild()).rejects.toThrow(DeskError);
    // Nothing was recomputed while the store was away.
    expect((await run(['boards', 'check'])).isDone).toBe(false);
    await expect(rebuild()).rejects.toThrow(/still the old ones \(nothing answers there\)/);
    expect((await run(['boards', 'check'])).isDone).toBe(true);
    expect((await rebuild()).lines).toContain('Scores that differ: nothing');
    expect(answers).toEqual([]);
  });

  test.each([[[]], [['rank']], [['rebuild']], [['check', 'now']], [['check', '--chek']]])(
    '%j is answered with how to use it',
    async (args) => {
      const { lines, isDone } = await run(['boards', ...args]);
      expect(lines[0]).toContain('npm run admin -- boards COMMAND');
      expect(isDone).toBe(false);
    },
  );
});

describe('locks', () => {
  const server = testServer();

  let operatorKey: string | undefined;

  /** An operator's change to a player, with the reason. */
  async function change(command: string, player: TestPlayer, ...more: string[]): Promise<string[]> {
    operatorKey ??= await addOperator(server(), 'ngozi');
    const args = ['players', command, String(player.id), ...more, '--why', 'not fit'];
    return (await operate(server(), args, operatorKey)).lines;
  }

  function choose(
    player: TestPlayer,
    { name, picture = false }: { name?: string; picture?: boolean },
  ) {
    const body = new FormData();
    if (name !== undefined) body.append('name', name);
    if (picture) body.append('image', new Blob([PHOTO]), 'me.jpg');
    return server().call('PUT', '/user', {
      headers: { authorization: `Bearer ${player.token}`, 'idempotency-key': newKey() },
      body,
    });
  }

  /** Deletes the account and signs up again with its number, by another name. */
  async function startAnew(player: TestPlayer): Promise<TestPlayer> {
    await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
    return server().signUp({ phone: player.phone, name: 'ruder' });
  }

  test('a picture that was hidden cannot be sent again for 30 days, whatever else can', async () => {
    const player = await server().signUp();
    await choose(player, { picture: true });
    await change('hide-picture', player);
    const again = () => choose(player, { name: 'ada', picture: true });
    const { body } = await expectRefused(server(), again, 403, 'picture/locked');
    expect(body.message).toBe(
      'We removed your picture. You can choose a new one from 18 December 2026. Is this wrong? Contact Us.',
    );
    expect((await choose(player, { name: 'Keeper' })).body.data).toMatchObject({ name: 'Keeper' });
    server().clock.at += 30 * DAY_MS - 1;
    await expectRefused(server(), again, 403, 'picture/locked');
    server().clock.at += 1;
    expect((await again()).status).toBe(200);
  });

  test('a name that the operator gave stays for 30 days; a form that brings it along is taken', async () => {
    const player = await server().signUp({ name: 'rude' });
    await change('rename', player, 'Keeper');
    const other = () => choose(player, { name: 'rude', picture: true });
    const { body } = await expectRefused(server(), other, 403, 'name/locked');
    expect(body.message).toMatch(
      /^We changed your nickname to Keeper\. You can choose another one from /,
    );
    expect((await choose(player, { name: 'Keeper', picture: true })).body.data).toMatchObject({
      name: 'Keeper',
      image: expect.any(String),
    });
    server().clock.at += 30 * DAY_MS;
    expect((await other()).body.data).toMatchObject({ name: 'rude' });
  });

  test('both outlive the account: its number signs up with them', async () => {
    const before = await server().signUp({ name: 'rude' });
    await choose(before, { picture: true });
    await change('hide-picture', before);
    await change('rename', before, 'Keeper');
    let player = before;
    for (const _turn of [1, 2]) {
      player = await startAnew(player);
      expect(await player.user()).toMatchObject({ name: 'Keeper', username: 'ruder' });
      const picture = () => choose(player, { picture: true });
      await expectRefused(server(), picture, 403, 'picture/locked');
      await expectRefused(server(), () => choose(player, { name: 'rude' }), 403, 'name/locked');
    }
    server().clock.at += 30 * DAY_MS;
    expect(await (await startAnew(player)).user()).toMatchObject({ name: 'ruder' });
  });

  test('the operator sees what is locked and lifts it, which closes no report', async () => {
    const [player, reporter] = [await server().signUp({ name: 'rude' }), await server().signUp()];
    expect((await operate(server(), ['players', 'locks'])).lines).toEqual(['Nothing is locked']);
    expect(await change('lift', player)).toEqual(['Nothing is locked for the player']);
    await choose(player, { picture: true });
    await change('rename', player, 'Keeper');
    server().clock.at += 1000;
    await change('hide-picture', player);
    await reporter.post(`/players/${player.id}/report`, { reason: 'other' });
    const until = (ms: number) => new Date(server().clock.at + 30 * DAY_MS + ms).toISOString();
    const { phone } = await player.user();
    expect((await operate(server(), ['players', 'locks'])).lines).toEqual([
      `${player.id} ${phone} Keeper: picture until ${until(0)}, nickname until ${until(-1000)}`,
    ]);
    expect(
      await operate(server(), ['players', 'lift', String(player.id), '--why', 'x']),
    ).toMatchObject({
      isDone: false,
      isKeyNeeded: true,
    });
    expect(await change('lift', player)).toEqual(['The player may choose again']);
    expect((await choose(player, { name: 'rude', picture: true })).status).toBe(200);
    expect((await operate(server(), ['players', 'reports'])).lines).toHaveLength(1);
    expect((await operate(server(), ['players', 'locks'])).lines).toEqual(['Nothing is locked']);
    const log = server().db.selectFrom('operator_log').select('command').orderBy('id', 'desc');
    expect((await log.executeTakeFirst())?.command).toBe('players lift');
  });
});

describe('database', { tags: ['once'] }, () => {
  test('a copy that is made while the server runs is the same database again, with its books right', async () => {
    const folder = aFolder();
    const [DATA_DIR, other] = [join(folder, 'data'), join(folder, 'other')];
    const file = join(folder, 'copy.tar.gz');
    await prepareDataDir(DATA_DIR);
    const server = await aServer({ DATA_DIR });
    const OPERATOR_KEY = await firstKey({ DATA_DIR });
    await subscribe(server.address, '08030000055');
    const backup = ['database', 'backup', file];
    expect((await desk({ DATA_DIR }, ...backup)).stderr).toContain('OPERATOR_KEY');
    expect(existsSync(file)).toBe(false);
    expect(await desk({ DATA_DIR, OPERATOR_KEY }, ...backup)).toMatchObject({
      status: 0,
      stdout: `The database is copied to ${file}\n`,
      stderr: '',
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await desk({ DATA_DIR, OPERATOR_KEY }, ...backup)).stderr).toContain('already');
    // A change after the copy is not in it.
    await subscribe(server.address, '08030000155');

    const restore = ['database', 'restore', file];
    expect((await desk({ DATA_DIR }, ...restore)).stderr).toContain('OPERATOR_KEY');
    expect((await desk({ DATA_DIR, OPERATOR_KEY }, ...restore)).stderr).toMatch(
      /in use by another/,
    );
    const restored = await desk({ DATA_DIR: other, OPERATOR_KEY }, ...restore);
    expect(restored).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/as it was[\s\S]*prizes wait/),
    });
    expect((await desk({ DATA_DIR: other, OPERATOR_KEY }, ...restore)).stderr).toMatch(
      /move it away/,
    );

    const ask = async (...args: string[]) => (await desk({ DATA_DIR: other }, ...args)).stdout;
    expect(await ask('payments', 'of', '08030000055')).toContain('2348030000055: 1,000 coins');
    expect(await ask('players', 'find', '08030000155')).toBe('Nobody is found\n');
    expect(await ask('wallets', 'check')).toBe(
      '1 wallets compared with their postings.\nDifferences: nothing\n',
    );
    expect(await ask('boards', 'check')).toContain('Scores that differ: nothing');
    server.child.kill('SIGTERM');
    await server.ended;
  }, 120_000);

  describe('who copies the database', () => {
    const server = testServer();

    test('needs an operator’s key, and is in the log', async () => {
      const file = join(aFolder(), 'copy.tar.gz');
      const command = ['database', 'backup', file];
      expect(await operate(server(), command)).toMatchObject({ isDone: false, isKeyNeeded: true });
      expect(await operate(server(), command, 'wrong')).toMatchObject({ isDone: false });
      expect(await logOf(server(), file)).toEqual([]);
      const key = await addOperator(server(), 'ngozi');
      expect(await operate(server(), command, key)).toMatchObject({ isDone: true });
      expect(await logOf(server(), file)).toMatchObject([
        { operator: 'ngozi', command: 'database backup' },
      ]);
    });
  });

  test('a file that is no copy leaves nothing behind', async () => {
    const folder = aFolder();
    const file = join(folder, 'copy.tar.gz');
    writeFileSync(file, 'no copy');
    const env = { DATA_DIR: join(folder, 'data'), OPERATOR_KEY: 'any' };
    expect((await desk(env, 'database', 'restore', file)).status).toBe(1);
    expect(existsSync(join(folder, 'data', 'postgres'))).toBe(false);
    expect(existsSync(join(folder, 'data', 'restored'))).toBe(false);
  }, 60_000);

  test.skipIf(TEST_DATABASE_URL === '')(
    'PostgreSQL is copied by pg_dump beside the server, and brought into an empty one alone',
    async () => {
      const [one, two] = [await createTestDatabase(), await createTestDatabase()];
      onTestFinished(async () => {
        await one.drop();
        await two.drop();
      });
      const folder = aFolder();
      const file = join(folder, 'copy.dump');
      const env = { DATABASE_URL: one.address, DATA_DIR: folder };
      const server = await aServer(env);
      const OPERATOR_KEY = await firstKey(env);
      await subscribe(server.address, '08030000055');
      const backup = await desk({ ...env, OPERATOR_KEY }, 'database', 'backup', file);
      expect(backup).toMatchObject({ status: 0 });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const none = new URL(one.address);
      none.pathname = '/no_such_database';
      await expect(dump(none.href, join(folder, 'none.dump'))).rejects.toThrow(/pg_dump failed/);
      expect(readdirSync(folder).filter((name) => /dump|part/.test(name))).toEqual(['copy.dump']);
      const restore = ['database', 'restore', file];
      const full = await desk({ ...env, OPERATOR_KEY }, ...restore);
      expect(full.stderr).toContain('restore into an empty one');
      const into = { DATABASE_URL: two.address, DATA_DIR: folder, OPERATOR_KEY };
      expect(await desk(into, ...restore)).toMatchObject({ status: 0 });
      const { stdout } = await desk(into, 'payments', 'of', '08030000055');
      expect(stdout).toContain('2348030000055: 1,000 coins');
      expect(await desk(into, 'wallets', 'check')).toMatchObject({ status: 0 });
    },
    120_000,
  );
});

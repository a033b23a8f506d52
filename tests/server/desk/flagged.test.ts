import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answersTo, type OpenRound } from '../../../scripts/lib/player/player.ts';
import { rebuildBoards } from '../../../server/boards/rebuild.ts';
import { openReserve } from '../../../server/rush/reserve.ts';
import { dealRunQuestions } from '../../../server/rush/runs.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import type { TranscriptRow } from '../../../src/rules/round.ts';
import { buildBank } from '../../support/bank.ts';
import { addOperator, logOf, operate } from '../../support/desk.ts';
import { asked, played } from '../../support/proof.ts';
import { Phone, runner } from '../../support/rush.ts';
import { sumsOf } from '../../support/rush-books.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  close,
  goOn,
  leaving,
  payDue,
  payoutsOn,
  prizeBooks,
  ready,
  thisWeek,
  winnings,
} from '../prizes/prize-calls.ts';

describe('uphold', () => {
  // Enough questions for another run in addition to the withdrawn ones.
  const server = testServer({ bank: buildBank(100) });

  let key: string;

  beforeAll(async () => {
    key = await addOperator(server(), 'ngozi');
  });

  // A question withdrawn by an earlier test may be dealt again, and its earlier players are not
  // compensated twice.
  beforeEach(async () => {
    await server().db.deleteFrom('dealt_questions').execute();
    await server().db.deleteFrom('question_repairs').execute();
    await server().db.deleteFrom('withdrawn_questions').execute();
  });

  type As = { by?: string; env?: Record<string, string> };

  const uphold = (id: string, why = 'two options are right', { by = key, env = {} }: As = {}) =>
    operate(server(), ['questions', 'uphold', id, '--why', why], by, { env });

  const idAt = ({ questions }: OpenRound, number: number) => questions[number - 1]?.id ?? '';

  /** Plays a round with the first answers right, except for the changed rows. */
  async function played(
    player: TestPlayer,
    right: number,
    changes: { [number: number]: Partial<TranscriptRow> } = {},
  ): Promise<OpenRound> {
    const round = await player.openRound();
    server().clock.at += 60_000;
    const rows = answersTo(round, right).map((row, index) => ({ ...row, ...changes[index + 1] }));
    await player.deliver(round, rows);
    return round;
  }

  /** A player's stored report of a question. */
  const reported = (player: TestPlayer, id: string, { round }: OpenRound) =>
    server()
      .db.insertInto('question_reports')
      .values({
        player_id: player.id,
        question_id: id,
        round_id: round.id,
        level: 'easy',
        reason: 'unclear',
        day: '2026-11-18',
        at: new Date(),
      })
      .execute();

  /** A player's coins, points in the ledger and points on the week's board. */
  async function has({ id }: TestPlayer) {
    const { rows } = await sql<{ coins: number; points: number; board: number }>`
    select (select coins from wallets where player_id = ${id}) as coins,
      (select coalesce(sum(amount), 0)::bigint from ledger_postings
        where player_id = ${id} and account = 'points') as points,
      (select coalesce(sum(points), 0)::bigint from board_scores
        where player_id = ${id} and board = 'weekly') as board
  `.execute(server().db);
    return rows[0];
  }

  const boardsAgree = async () =>
    expect(await rebuildBoards(server().db, false)).toMatchObject({
      differences: [],
      miscounted: 0,
    });

  const skipped = { choice: null, end: 'skipped' } as const;

  const timeout = { choice: null, end: 'timeout', ms: 10_000 } as const;

  test.each([
    ['answered with something else', 7, {}],
    ['skipped', 10, { 8: skipped }],
    ['ran out of time', 10, { 8: timeout }],
  ])(
    'a question that was %s is worth its points and coins once it is upheld',
    async (_how, right, changes) => {
      const [hurt, other] = [await server().subscriber(), await server().subscriber()];
      const round = await played(hurt, right, changes);
      await played(other, 4);
      const id = idAt(round, 8);
      const [before, others] = [await has(hurt), await has(other)];
      const { lines, isDone } = await uphold(id);
      expect(isDone).toBe(true);
      expect(lines[0]).toBe(`${id} is upheld by ngozi`);
      const after = await has(hurt);
      expect(after).toEqual({
        coins: (before?.coins ?? 0) + 10,
        points: (before?.points ?? 0) + 5,
        board: (before?.board ?? 0) + 5,
      });
      const { result } = await server()
        .db.selectFrom('rounds')
        .select('result')
        .where('id', '=', round.round.id)
        .executeTakeFirstOrThrow();
      expect(result).toMatchObject({ points: after?.points, coins: 90 });
      expect((await hurt.get('/points/user-points')).body.data).toMatchObject({
        bests: [{ right: result?.right }],
      });
      const again = await uphold(id, 'once more');
      expect(again.lines[0]).toMatch(
        new RegExp(`^${id} was upheld by ngozi, .*: two options are right$`),
      );
      expect(again.lines[1]).toBe('Nothing was left to make good');
      expect(await has(hurt)).toEqual(after);
      // It costs no player anything.
      const now = await has(other);
      expect(now?.points).toBeGreaterThanOrEqual(others?.points ?? 0);
      await boardsAgree();
    },
  );

  test('players who were right keep their result, and those who did not reach it get nothing', async () => {
    const [right, left] = [await server().subscriber(), await server().subscriber()];
    const round = await played(right, 10);
    const id = idAt(round, 3);
    const short = await left.openRound();
    server().clock.at += 60_000;
    await left.deliver(short, answersTo(short, 1).slice(0, 1));
    const unseen = idAt(short, 9);
    const before = [await has(right), await has(left)];
    await uphold(id);
    await uphold(unseen);
    expect(await has(right)).toEqual(before[0]);
    expect(await has(left)).toEqual(before[1]);
  });

  test('each compensated round is logged with its reason, and listed in the passbook', async () => {
    const player = await server().subscriber();
    const round = await played(player, 2);
    const id = idAt(round, 5);
    await player.post(
      `/questions/${id}/report`,
      { reason: 'old', roundId: round.round.id },
      { key: newKey() },
    );
    expect((await operate(server(), ['questions', 'reports'])).lines.join('\n')).toContain(
      `${id}: 1 reports`,
    );
    await uphold(id, 'the club moved');
    expect((await operate(server(), ['questions', 'reports'])).lines.join('\n')).not.toContain(id);
    // Another test may have upheld the same question.
    expect((await logOf(server(), id)).filter(({ why }) => why === 'the club moved')).toMatchObject(
      [{ operator: 'ngozi', command: 'questions uphold' }],
    );
    expect(await logOf(server(), round.round.id)).toMatchObject([
      { operator: 'ngozi', command: `questions uphold ${id}`, why: 'the club moved' },
    ]);
    const { body } = await player.get('/payments/passbook');
    expect(body.data).toMatchObject({
      rows: [{ reason: 'round-repaired', coins: 10, round: { id: round.round.id } }, {}, {}],
    });
  });

  test('a result that comes after it counts so at once', async () => {
    const player = await server().subscriber();
    const round = await player.openRound();
    const id = idAt(round, 10);
    await uphold(id);
    server().clock.at += 60_000;
    const reply = await player.deliver(round, answersTo(round, 6));
    expect(reply.body.data).toMatchObject({
      awarded: { points: 35, coins: 90 },
      user: { highScore: 35 },
    });
    expect((await uphold(id)).lines[1]).toBe('Nothing was left to make good');
    await boardsAgree();
  });

  test('a run that it ended gives a ticket for another, once, and keeps its points', async () => {
    const player = await runner(server(), 1);
    const phone = new Phone(player);
    const run = await phone.begin();
    await phone.right(run, 2);
    const { questions } = (
      await server()
        .db.selectFrom('rush_runs')
        .select('run')
        .where('id', '=', run)
        .executeTakeFirstOrThrow()
    ).run;
    const id = questions[2]?.id ?? '';
    await phone.wrong(run);
    expect(await sumsOf(player)).toMatchObject({ tickets: 0, points: 30 });
    // A question that it came through gives nothing back.
    await uphold(questions[0]?.id ?? '');
    expect(await sumsOf(player)).toMatchObject({ tickets: 0 });
    expect((await uphold(id)).lines[1]).toContain('1 tickets');
    expect(await sumsOf(player)).toMatchObject({ tickets: 1, counted: 1, points: 30, board: 30 });
    await uphold(id);
    expect(await sumsOf(player)).toMatchObject({ tickets: 1 });
    const alone = server().db.selectFrom('operator_alone').select(['unit', 'amount']);
    // At its price.
    expect(await alone.where('player_id', '=', player.id).execute()).toEqual([
      { unit: 'kobo', amount: 20_000 },
    ]);
    const second = await phone.begin();
    expect(second).not.toBe(run);
    expect(await sumsOf(player)).toMatchObject({ tickets: 0, open: 1 });
  });

  test("one operator's many small cases meet the day's limit; two operators continue from there", async () => {
    server().clock.at += DAY_MS;
    const [player, other] = [await server().subscriber(), await server().subscriber()];
    const [round, theirs] = [await played(player, 0), await played(other, 0)];
    const musa = await addOperator(server(), 'musa', key);
    const env = { TWO_PEOPLE_ABOVE_COINS: '20' };
    const give = (by: string, id: string) => uphold(id, 'x', { by, env });
    const coins = async () => [(await has(player))?.coins, (await has(other))?.coins];
    const [mine = 0, others = 0] = await coins();
    // Only these two were dealt these: ten coins each.
    const own = round.questions.filter(({ id }) => theirs.questions.every((one) => one.id !== id));
    const [one = '', two = '', three = '', four = ''] = own.map(({ id }) => id);
    for (const id of [one, two]) expect((await give(key, id)).lines[1]).toContain('10 coins');
    for (const _ of [1, 2]) {
      const told = await give(key, three);
      expect(told.isDone).toBe(false);
      expect(told.lines[2]).toMatch(/^ngozi says yes\. Another operator/);
      expect(told.lines[3]).toContain('20 coins were moved so today');
    }
    expect(await coins()).toEqual([mine + 20, others]);
    // The operator's limit, with another player.
    const theirsAlone = theirs.questions.find(
      ({ id }) => !round.questions.some((q) => q.id === id),
    );
    expect((await give(key, theirsAlone?.id ?? '')).isDone).toBe(false);
    // The player's limit, with another operator.
    expect((await give(musa, four)).lines[2]).toMatch(/^musa says yes/);
    expect(await coins()).toEqual([mine + 20, others]);
    expect((await give(musa, three)).lines[1]).toContain('10 coins');
    expect(await coins()).toEqual([mine + 30, others]);
    server().clock.at += DAY_MS;
    expect((await give(key, four)).lines[1]).toContain('10 coins');
    expect(await coins()).toEqual([mine + 40, others]);
  });

  test('a question retired meanwhile is shown as upheld before, though no player had it', async () => {
    const at = new Date(server().clock.at);
    await server()
      .db.insertInto('withdrawn_questions')
      .values({ question_id: 'retired-1', operator: 'ngozi', why: 'it is wrong', at })
      .execute();
    expect((await uphold('retired-1')).lines).toEqual([
      `retired-1 was upheld by ngozi, ${at.toISOString()}: it is wrong`,
      'Nothing was left to make good',
    ]);
  });

  test('a word that is no question’s, no key and no reason change nothing', async () => {
    const before = await server().snapshot();
    expect(await uphold('t1-none')).toMatchObject({
      isDone: false,
      lines: ['No question has the id t1-none'],
    });
    const id = server().bank.questions[0]?.id ?? '';
    expect(await operate(server(), ['questions', 'uphold', id, '--why', 'so'])).toMatchObject({
      isKeyNeeded: true,
    });
    expect((await operate(server(), ['questions', 'uphold', id], key)).isDone).toBe(false);
    expect(await server().snapshot()).toEqual(before);
  });

  test('questions are listed by how many report them, or by the strength of who does', async () => {
    const [strong, weak, other] = [
      await server().subscriber(),
      await server().subscriber(),
      await server().subscriber(),
    ];
    const [good, bad, bad2] = [
      await played(strong, 10),
      await played(weak, 0),
      await played(other, 0),
    ];
    await reported(weak, 'many', bad);
    await reported(other, 'many', bad2);
    await reported(strong, 'few', good);
    const list = async (...order: string[]) =>
      (await operate(server(), ['questions', 'reports', ...order])).lines.filter((line) =>
        /^(many|few)/.test(line),
      );
    expect(await list()).toEqual([
      'many: 2 reports, strength 0.5: unclear 2',
      'few: 1 reports, strength 0.8: unclear 1',
    ]);
    expect((await list('strength')).map((line) => line.slice(0, 3))).toEqual(['few', 'man']);
  });

  test('reports of a question that is right are closed, and later ones are heard', async () => {
    const [player, other] = [await server().subscriber(), await server().subscriber()];
    const [mine, theirs] = [await played(player, 10), await played(other, 10)];
    const id = idAt(mine, 3);
    await reported(player, id, mine);
    const dismiss = (given = key) =>
      operate(server(), ['questions', 'dismiss', id, '--why', 'the key is right'], given);
    const listed = async () => (await operate(server(), ['questions', 'reports'])).lines.join('\n');
    expect(await listed()).toContain(`${id}: 1 reports`);
    expect((await dismiss('')).isDone).toBe(false);
    expect((await dismiss()).lines).toEqual([`1 reports of ${id} are closed; it stays in play`]);
    expect(await listed()).not.toContain(id);
    expect((await dismiss()).lines[0]).toContain(`No report of ${id} is open`);
    await reported(other, id, theirs);
    expect(await listed()).toContain(`${id}: 1 reports`);
    const log = await server()
      .db.selectFrom('operator_log')
      .select('why')
      .where('reference', '=', id)
      .where('command', '=', 'questions dismiss')
      .execute();
    expect(log).toEqual([{ why: 'the key is right' }]);
  });

  test('players see once everything that they got', async () => {
    const [player, other] = [await server().subscriber(), await server().subscriber()];
    const round = await played(player, 0);
    const told = async (who: TestPlayer) => (await who.get('/payouts')).body.meta?.madeGood;
    expect(await told(player)).toBeNull();
    await uphold(idAt(round, 1));
    server().clock.at += 1000;
    await uphold(idAt(round, 2));
    const until = new Date(server().clock.at).toISOString();
    expect(await told(player)).toEqual({ questions: 2, coins: 20, points: 10, tickets: 0, until });
    const seen = (who: TestPlayer) =>
      server().call('PUT', '/payouts/seen', {
        body: { references: [], madeGoodUntil: until },
        headers: { authorization: `Bearer ${who.token}` },
      });
    await seen(other);
    expect(await told(player)).toMatchObject({ questions: 2 });
    expect((await seen(player)).status).toBe(200);
    expect(await told(player)).toBeNull();
  });
});

describe('upheld after the close', () => {
  const server = testServer();

  let key: string;

  let musa: string;

  beforeAll(async () => {
    key = await addOperator(server(), 'ngozi');
    musa = await addOperator(server(), 'musa', key);
    await payDue(server());
  });

  // A question withdrawn by an earlier test may be dealt again, and its earlier players are not
  // compensated twice.
  beforeEach(async () => {
    await server().db.deleteFrom('dealt_questions').execute();
    await server().db.deleteFrom('question_repairs').execute();
    await server().db.deleteFrom('withdrawn_questions').execute();
    server().toNextWeek();
  });

  const uphold = (id: string, by = key, env: Record<string, string> = {}) =>
    operate(server(), ['questions', 'uphold', id, '--why', 'it is wrong'], by, { env });

  /** Plays this many rounds with all answers right, and the given one with its last question wrong. */
  async function hurt(player: TestPlayer, rounds: number): Promise<OpenRound> {
    await player.subscribe();
    for (let done = 0; done < rounds; done += 1) await player.play(10);
    const round = await player.openRound();
    server().clock.at += 60_000;
    await player.deliver(round, answersTo(round, 9));
    return round;
  }

  const lastOf = ({ questions }: OpenRound) => questions[9]?.id ?? '';

  test('while a week that has ended is not final its places move', async () => {
    const player = await ready(server(), 0);
    const round = await hurt(player, 1);
    const rival = await ready(server(), 97);
    const week = thisWeek(server());
    server().clock.at = week.endsAt + DAY_MS / 2;
    await uphold(lastOf(round));
    close(server(), week);
    await payDue(server());
    const paid = (await payoutsOn(server(), 'weekly', week)).map(
      ({ player_id, place, gross_kobo }) => [player_id, place, gross_kobo],
    );
    expect(paid).toEqual([
      [player.id, 1, 20_000],
      [rival.id, 2, 19_400],
    ]);
  });

  test('once the places are paid they stay, and who was hurt is paid besides', async () => {
    const rivals = [];
    for (let place = 1; place <= 10; place += 1) rivals.push(await ready(server(), 97));
    const player = await ready(server(), 0);
    const round = await hurt(player, 1);
    const week = thisWeek(server());
    close(server(), week);
    await payDue(server());
    const before = await payoutsOn(server(), 'weekly', week);
    expect(before).toHaveLength(10);
    const [first] = rivals;
    if (!first) throw new Error('there are ten');
    await goOn(first, leaving());
    await goOn(first, { event: 'paid', by: 'sender' });
    const settled = await payoutsOn(server(), 'weekly', week);
    const board = () =>
      server()
        .db.selectFrom('board_scores')
        .select(['player_id', 'points'])
        .where('board', '=', 'weekly')
        .where('period_start', '=', new Date(week.startsAt))
        .orderBy('player_id')
        .execute();
    const places = await board();

    const { lines } = await uphold(lastOf(round));
    expect(lines[1]).toBe(
      'Made good: 1 rounds, 5 points, 10 coins, 0 tickets, ₦200 beside paid places',
    );
    expect(await board()).toEqual(places);
    const after = await payoutsOn(server(), 'weekly', week);
    expect(after.filter(({ player_id }) => player_id !== player.id)).toEqual(settled);
    expect(await winnings(player)).toMatchObject([
      { board: 'weekly', place: 1, grossKobo: 20_000, state: 'checking' },
    ]);
    const books = await prizeBooks(server());
    expect(Object.values(books).reduce((sum, kobo) => sum + kobo, 0)).toBe(0);
    expect(await rebuildBoards(server().db, false)).toMatchObject({ miscounted: 0 });
    const { differences } = await rebuildBoards(server().db, false);
    expect(differences.filter(({ playerId }) => playerId === player.id)).toEqual([]);

    expect((await uphold(lastOf(round))).lines[1]).toBe('Nothing was left to make good');
    expect(await winnings(player)).toHaveLength(1);
  });

  test('a winner gets the difference to the prize of the right place', async () => {
    const player = await ready(server(), 0);
    const round = await hurt(player, 1);
    const week = thisWeek(server());
    close(server(), week);
    await payDue(server());
    expect(await winnings(player)).toMatchObject([{ grossKobo: 19_000 }]);
    await uphold(lastOf(round));
    expect((await winnings(player)).map(({ grossKobo }) => grossKobo).toSorted()).toEqual([
      1_000, 19_000,
    ]);
  });

  test('compensation outside the places takes two operators if one gives much in a day', async () => {
    const player = await ready(server(), 0);
    const round = await hurt(player, 1);
    const week = thisWeek(server());
    close(server(), week);
    await payDue(server());
    const env = { TWO_PEOPLE_ABOVE_NAIRA: '9' };
    const { lines, isDone } = await uphold(lastOf(round), key, env);
    expect(isDone).toBe(false);
    expect(lines[2]).toMatch(/^ngozi says yes\. Another operator/);
    expect(await winnings(player)).toHaveLength(1);
    expect((await uphold(lastOf(round), musa, env)).isDone).toBe(true);
    const given = await winnings(player);
    expect(given.map(({ grossKobo }) => grossKobo).toSorted()).toEqual([1_000, 19_000]);
  });

  test('a refused prize outside the places moves nobody up', async () => {
    for (let place = 1; place <= 9; place += 1) await ready(server(), 97);
    const player = await ready(server(), 0);
    const round = await hurt(player, 1);
    const next = await ready(server(), 90);
    const week = thisWeek(server());
    close(server(), week);
    await payDue(server());
    await uphold(lastOf(round));
    const all = await payoutsOn(server(), 'weekly', week);
    expect(all).toHaveLength(11);
    const beside = all.find(({ withdrawn_question }) => withdrawn_question !== null);
    expect(beside).toMatchObject({ player_id: player.id, place: 1, gross_kobo: 1_000 });
    const refuse = ['payouts', 'refuse', beside?.reference ?? '', '--why', 'a machine'];
    expect((await operate(server(), refuse, key)).isDone).toBe(true);
    expect(await payoutsOn(server(), 'weekly', week)).toHaveLength(11);
    expect(await winnings(next)).toEqual([]);
  });

  test('a period that is becoming final is waited for', async () => {
    const week = thisWeek(server());
    server().clock.at = week.endsAt + DAY_MS + 1000;
    const id = server().bank.questions[0]?.id ?? '';
    expect(await uphold(id)).toMatchObject({
      isDone: false,
      lines: ['A period has just become final: try again in a minute'],
    });
  });
});

describe('evidence', () => {
  const server = testServer({ bank: buildBank(600) });

  const run = (...args: string[]) => operate(server(), args);

  test('evidence shows everything needed for a decision: rounds, times, proof rounds, flags', async () => {
    const player = await server().signUp();
    await played(player, 4, { level: 'medium', from: server().clock.at - 8 * 86_400_000 });
    const phone = await asked(player);
    const [flagged = ''] = await played(player, 1, { level: 'medium' });
    const flags = ['answers-too-fast: 10 of 10 answers within 450 ms are right'];
    await server().db.updateTable('rounds').set({ flags }).where('id', '=', flagged).execute();
    await phone.start();
    await phone.play(4);
    const { lines, isDone } = await run('payouts', 'evidence', player.phone);
    expect(isDone).toBe(true);
    const told = lines.join('\n');
    expect(lines[0]).toMatch(new RegExp(`^ada, player ${player.id}, 234803`));
    expect(told).toMatch(/Prizes\n {2}none/);
    expect(told).toMatch(/asked 2026-.*: under-review \(first prize\)/);
    expect(told).toMatch(
      /20 medium, 12 s each: what won has \d+ of \d+ \(77\.8 %\) right\n {4}4 of 20 \(20\.0 %\) right: 0\.0 % of such players have as few/,
    );
    expect(told).toMatch(/seconds: (\d\.\d ?){20}/);
    expect(told).toMatch(/from 2026-11-16: 11 rounds, 11\.0 in each hour that was played in/);
    expect(told).toContain(
      'medium: 88 of 110 (80.0 %) right, of new ones 88 of 110 (80.0 %), before 32 of 40 (80.0 %)',
    );
    expect(told).toContain('2.0 least, 3.2, 4.4 in the middle, 6.2, 7.4 most, 4.7 on average');
    expect(told).toContain(`${flagged} medium\n    ${flags[0]}`);
    expect(told).toMatch(/Runs of Millionaire Rush\n {2}none/);
    expect((await run('payouts', 'evidence', String(player.id))).lines).toEqual(lines);
  });

  test('evidence changes nothing, and of nobody there is none', async () => {
    const player = await server().signUp();
    const before = await server().snapshot();
    await run('payouts', 'evidence', player.phone);
    expect(await server().snapshot()).toEqual(before);
    expect(await run('payouts', 'evidence', '999999')).toEqual({
      lines: ['There is no player with this id'],
      isDone: false,
      isKeyNeeded: false,
    });
  });

  test.each([['payouts'], ['payouts', 'evidence'], ['payouts', 'evidence', '1', '--why', 'so']])(
    '%s %s %s is answered with how to use it',
    async (...args) => {
      const { lines, isDone } = await run(...args);
      expect(isDone).toBe(false);
      expect(lines[0]).toContain('npm run admin -- payouts ');
    },
  );
});

describe('rush', () => {
  const bank = buildBank(300);

  const server = testServer({ bank });

  const run = (...args: string[]) => operate(server(), args);

  test('the reserve is printed level by level, with the deals so far and the runs left', async () => {
    const { db, clock } = server();
    const reserve = await openReserve(db, bank);
    const { id } = await server().signUp();
    await db.transaction().execute((trx) => dealRunQuestions(trx, { reserve }, id, clock.at));
    const { lines, isDone } = await run('questions', 'reserve');
    expect(isDone).toBe(true);
    for (const [line, level] of ['easy', 'medium', 'hard'].entries()) {
      const count = reserve.questions.filter((one) => one.level === level).length;
      expect(lines[line]).toBe(
        `${level}: ${count} of ${count} questions are in the reserve, dealt 5 times, for ${40 * count - 1} more runs`,
      );
    }
    expect(lines[3]).toMatch(/^Runs a day in the last 7 days: 0\.0\. Warning below 1000 runs: /);
    expect(lines[3]).toMatch(/: (all is well|NEW QUESTIONS ARE NEEDED)$/);
  });

  test.each([
    ['questions', 'export'],
    ['questions', 'reserve', 'now'],
    ['players', 'runs', '08030000055'],
  ])('%s %s %s is answered with how to use it', async (...args) => {
    const { lines, isDone } = await run(...args);
    expect(isDone).toBe(false);
    expect(lines[0]).toMatch(new RegExp(`^npm run .*${args[0]}`));
  });

  test('runs that are flagged are listed with their reasons, the newest first', async () => {
    const { db, clock } = server();
    expect((await run('players', 'runs')).lines).toEqual(['No run is flagged']);
    const ids: string[] = [];
    const player = await server().signUp();
    for (const flags of [['times-too-even: so'], [], ['too-fast-to-read: so', 'same-device: so']]) {
      const [id, reference, at] = [randomUUID(), randomUUID(), new Date(clock.at)];
      const ticket = { reference, player_id: player.id, bought_at: at };
      await db.insertInto('rush_tickets').values(ticket).execute();
      await db
        .insertInto('rush_runs')
        .values({
          id,
          player_id: player.id,
          ticket: reference,
          pool: 'all',
          run: '{}',
          opened_at: at,
        })
        .execute();
      const ended = { state: 'counted' as const, points: 225, flags };
      await db.updateTable('rush_runs').set(ended).where('id', '=', id).execute();
      ids.push(id);
      clock.at += 60_000;
    }
    const { lines } = await run('players', 'runs');
    expect(lines).toEqual([
      expect.stringContaining(`${ids[2]} ${player.phone.replace(/^0/, '234')} ada: 225 points`),
      '  too-fast-to-read: so',
      '  same-device: so',
      expect.stringContaining(`${ids[0]} `),
      '  times-too-even: so',
    ]);
  });
});

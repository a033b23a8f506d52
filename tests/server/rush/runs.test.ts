import { type AddressInfo, connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Reply } from '../../../scripts/lib/player/call.ts';
import { Refusal } from '../../../server/http/serve.ts';
import { rememberDealt } from '../../../server/rounds/open.ts';
import { openReserve, RESERVE_DEALS_MAX } from '../../../server/rush/reserve.ts';
import { dealRunQuestions } from '../../../server/rush/runs.ts';
import type { SealedRun } from '../../../src/contract/rush.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { POWER_UPS } from '../../../src/rules/tournament.ts';
import { buildBank } from '../../support/bank.ts';
import { openedRun, Phone, runner } from '../../support/rush.ts';
import { sumsOf } from '../../support/rush-books.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

describe('opening', () => {
  const server = testServer({ bank: buildBank(200) });

  async function setBirthday({ id }: TestPlayer, dob: string | null): Promise<void> {
    await server().db.updateTable('players').set({ dob }).where('id', '=', id).execute();
  }

  test('a player of unknown age plays no run', async () => {
    const player = await runner(server());
    await setBirthday(player, null);
    await expectRefused(server(), () => new Phone(player).start(), 409, 'spending/age-needed');
  });

  test('a player under 18 plays no run, and one who is 18 today does', async () => {
    const player = await runner(server());
    await setBirthday(player, '2008-11-19');
    await expectRefused(server(), () => new Phone(player).start(), 409, 'spending/under-age');
    await setBirthday(player, '2008-11-18');
    await new Phone(player).begin();
  });

  test('without a subscription no run opens, and the ticket waits; an open run goes on', async () => {
    const player = await runner(server(), 2);
    const phone = new Phone(player);
    const run = await phone.begin();
    await server()
      .db.updateTable('subscriptions')
      .set({ ends_at: new Date(server().clock.at) })
      .where('player_id', '=', player.id)
      .execute();
    expect((await phone.right(run)).body.data).toMatchObject({ verdict: 'right' });
    await phone.leave(run);
    await expectRefused(server(), () => phone.start(), 409, 'subscription/inactive');
    expect(await sumsOf(player)).toMatchObject({ tickets: 1, counted: 1 });
  });

  test('the oldest ticket is played first', async () => {
    const player = await runner(server(), 2);
    const tickets = server().db.updateTable('rush_tickets').where('player_id', '=', player.id);
    const { reference } = await server()
      .db.selectFrom('rush_tickets')
      .select('reference')
      .where('player_id', '=', player.id)
      .orderBy('reference', 'desc')
      .executeTakeFirstOrThrow();
    await tickets
      .set({ bought_at: new Date(server().clock.at - DAY_MS) })
      .where('reference', '=', reference)
      .execute();
    const run = await new Phone(player).begin();
    const { ticket } = await server()
      .db.selectFrom('rush_runs')
      .select('ticket')
      .where('id', '=', run)
      .executeTakeFirstOrThrow();
    expect(ticket).toBe(reference);
  });
});

describe('a run played', () => {
  const server = testServer({ bank: buildBank(200) });

  test('a run opens of a ticket: the first question alone, without its answer', async () => {
    const player = await runner(server(), 2);
    const reply = await new Phone(player).start();
    expect(reply.body).toEqual({
      status: true,
      data: {
        id: '1',
        question: expect.any(String),
        options: [expect.any(String), expect.any(String), expect.any(String), expect.any(String)],
        level: 'easy',
      },
      meta: {
        token: player.token,
        run: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          level: 1,
          score: 0,
          timerMs: 15_000,
          leftMs: 15_000,
          startsInMs: 750,
          frozenMs: 0,
          optionsLeft: null,
          powerUps: ['skip', 'time-freeze', 'double-points', 'fifty-fifty'],
          used: {},
        },
      },
    });
    expect(await sumsOf(player)).toMatchObject({ tickets: 1, open: 1, counted: 0 });
  });

  test('without a ticket no run opens', async () => {
    const player = await runner(server(), 0);
    const phone = new Phone(player);
    await expectRefused(server(), () => phone.start(), 409, 'rush/no-ticket');
  });

  test('a second run waits for the first', async () => {
    const player = await runner(server(), 2);
    const phone = new Phone(player);
    await phone.begin();
    await expectRefused(server(), () => phone.start(), 409, 'rush/running');
  });

  test('a start with a lost reply opens one run, and its repeat has the present clock', async () => {
    const player = await runner(server(), 2);
    const phone = new Phone(player);
    const key = newKey();
    const first = await phone.start({ key });
    server().clock.at += 5750;
    const again = await phone.start({ key });
    expect(again.body.data).toEqual(first.body.data);
    expect(again.body.meta?.run).toMatchObject({ leftMs: 10_000, startsInMs: 0 });
    expect(await sumsOf(player)).toMatchObject({ tickets: 1, open: 1 });
  });

  test('a right answer brings the next question in the same reply', async () => {
    const { phone, run } = await openedRun(server());
    const { answer } = await phone.cheat(run);
    server().clock.at += 3000;
    const reply = await phone.answer(run, { level: 1, choice: answer });
    expect(reply.body).toEqual({
      status: true,
      data: {
        verdict: 'right',
        answer,
        score: 15,
        next: {
          id: '2',
          question: expect.any(String),
          options: expect.any(Array),
          level: 'easy',
        },
        timerMs: 15_000,
        ended: null,
        ticketBack: false,
      },
    });
  });

  test('five easy, five medium, five hard: all right win 225 points, once on ledger and board', async () => {
    const { player, phone, run } = await openedRun(server());
    const reply = await phone.right(run, 15);
    expect(reply.body.data).toMatchObject({ ended: 'jackpot', score: 225, next: null, timerMs: 0 });
    const levels = phone.heard.flatMap(({ body }) => {
      const data = body.data as { level?: string; next?: { level: string } | null };
      return data.level ?? data.next?.level ?? [];
    });
    expect(levels).toEqual(['easy', 'medium', 'hard'].flatMap((level) => Array(5).fill(level)));
    const left = await phone.leave(run);
    expect(left.body.data).toMatchObject({
      awarded: { points: 225, coins: 0 },
      ended: 'jackpot',
      ticketBack: false,
      user: { id: String(player.id), highScore: 0 },
    });
    expect(await sumsOf(player)).toEqual({
      tickets: 0,
      open: 0,
      counted: 1,
      void: 0,
      points: 225,
      board: 225,
    });
  });

  test('a wrong answer ends the run and shows the right one; the points earned count', async () => {
    const { player, phone, run } = await openedRun(server());
    await phone.right(run, 4);
    const { answer } = await phone.cheat(run);
    const reply = await phone.wrong(run);
    expect(reply.body.data).toMatchObject({ verdict: 'wrong', answer, ended: 'wrong', score: 60 });
    expect(await sumsOf(player)).toMatchObject({ points: 60, board: 60, counted: 1 });
  });

  test('a run of no points is counted, too', async () => {
    const { player, phone, run } = await openedRun(server());
    await phone.wrong(run);
    expect(await sumsOf(player)).toMatchObject({ tickets: 0, points: 0, board: 0, counted: 1 });
  });

  test('leaving ends an open run, and its points count', async () => {
    const { player, phone, run } = await openedRun(server());
    await phone.right(run, 2);
    const reply = await phone.leave(run, newKey(), 9999);
    expect(reply.body.data).toMatchObject({ awarded: { points: 30, coins: 0 }, ended: 'left' });
    expect(await sumsOf(player)).toMatchObject({ points: 30, board: 30, counted: 1 });
  });

  test('the runs of a day add up on its board', async () => {
    const player = await runner(server(), 2);
    const phone = new Phone(player);
    for (const levels of [2, 3]) {
      const run = await phone.begin();
      await phone.right(run, levels);
      await phone.leave(run);
    }
    expect(await sumsOf(player)).toMatchObject({ tickets: 0, counted: 2, points: 75, board: 75 });
    const { body } = await player.get('/points/tournament/leaderboard');
    expect(body.data).toMatchObject({ user: { highScore: 75 } });
    expect((await player.get('/points')).body.data).toMatchObject({ user: null });
  });

  test('a result without its run is refused', async () => {
    const player = await runner(server());
    const body = { points: 225, coins: 0, score: 15 };
    const post = () => player.post('/points/tournament', body, { key: newKey() });
    await expectRefused(server(), post, 422, 'round/missing');
  });
});

describe('dealing a run', () => {
  const bank = buildBank(200);

  const server = testServer({ bank });

  const reserve = () => openReserve(server().db, bank);

  async function dealTo(playerId: number, at = server().clock.at) {
    const services = { reserve: await reserve() };
    return server()
      .db.transaction()
      .execute((trx) => dealRunQuestions(trx, services, playerId, at));
  }

  const idsOf = (questions: readonly { id: string }[]) => questions.map(({ id }) => id);

  async function dealsOf(ids: string[]): Promise<number[]> {
    const rows = await server()
      .db.selectFrom('rush_reserve')
      .select('deals')
      .where('question_id', 'in', ids)
      .execute();
    return rows.map(({ deals }) => deals);
  }

  /** Sets the deals of each question that `isMeant`. */
  async function setDeals(deals: number, isMeant: (index: number) => boolean, leftAt: Date | null) {
    const { questions } = await reserve();
    const values = questions
      .filter((_, index) => isMeant(index))
      .map(({ id }) => ({ question_id: id, deals }));
    await server().db.deleteFrom('rush_reserve').execute();
    await server().db.insertInto('rush_reserve').values(values).execute();
    await server().db.updateTable('rush_reserve').set({ left_at: leftAt }).execute();
    return values.map(({ question_id }) => question_id);
  }

  test('a run has fifteen questions of the reserve, five of each level, rising', async () => {
    const player = await server().subscriber();
    const questions = await dealTo(player.id);
    expect(questions.map(({ level }) => level)).toEqual([
      ...Array.from({ length: 5 }, () => 'easy'),
      ...Array.from({ length: 5 }, () => 'medium'),
      ...Array.from({ length: 5 }, () => 'hard'),
    ]);
    const ids = new Set(idsOf((await reserve()).questions));
    expect(idsOf(questions).every((id) => ids.has(id))).toBe(true);
    expect(new Set(idsOf(questions)).size).toBe(15);
    expect(await dealsOf(idsOf(questions))).toEqual(Array.from({ length: 15 }, () => 1));
  });

  test('a player meets no question of the last 30 days again, of a run or of a round', async () => {
    const player = await server().subscriber();
    const { questions } = await reserve();
    const at = server().clock.at;
    const easy = questions.filter(({ level }) => level === 'easy');
    const had = easy.slice(5).map((one) => ({ ...one, options: [...one.options] }));
    await rememberDealt(server().db as never, player.id, had, at - 30 * DAY_MS + 1);
    const first = await dealTo(player.id, at);
    expect(idsOf(first.slice(0, 5)).toSorted()).toEqual(idsOf(easy.slice(0, 5)).toSorted());
    await expect(dealTo(player.id, at)).rejects.toMatchObject({ code: 'rush/closed' });
    const second = await dealTo(player.id, at + 1);
    expect(idsOf(second).filter((id) => idsOf(first).includes(id))).toEqual([]);
  });

  test('a run that cannot be dealt counts and remembers nothing', async () => {
    const player = await server().subscriber();
    await setDeals(RESERVE_DEALS_MAX, () => true, new Date(server().clock.at));
    const before = await server().snapshot();
    await expect(dealTo(player.id)).rejects.toBeInstanceOf(Refusal);
    expect(await server().snapshot()).toEqual(before);
    expect(new Set(await dealsOf(idsOf((await reserve()).questions)))).toEqual(
      new Set([RESERVE_DEALS_MAX]),
    );
    await server().db.deleteFrom('rush_reserve').execute();
  });

  test('a question leaves the reserve with its last deal, and comes to ordinary rounds a day later', async () => {
    await setDeals(RESERVE_DEALS_MAX - 1, () => true, null);
    const player = await server().subscriber();
    const at = server().clock.at;
    const last = idsOf(await dealTo(player.id));
    expect(await dealsOf(last)).toEqual(Array.from({ length: 15 }, () => RESERVE_DEALS_MAX));
    const other = await server().subscriber();
    expect(idsOf(await dealTo(other.id)).filter((id) => last.includes(id))).toEqual([]);
    const { withoutIt } = await reserve();
    const ordinary = async (now: number) =>
      idsOf(await withoutIt(server().db, bank.questions, now)).filter((id) => last.includes(id));
    expect(await ordinary(at + DAY_MS)).toEqual([]);
    expect((await ordinary(at + DAY_MS + 1)).toSorted()).toEqual(last.toSorted());
    await server().db.deleteFrom('rush_reserve').execute();
  });

  test('runs that are opened at once take no deal twice', async () => {
    // Enough for two runs, while five ask.
    const { questions } = await reserve();
    const kept = new Set(
      ['easy', 'medium', 'hard'].flatMap((level) =>
        idsOf(questions.filter((one) => one.level === level).slice(0, 5)),
      ),
    );
    const all = idsOf(questions);
    await setDeals(RESERVE_DEALS_MAX, (index) => !kept.has(all[index] ?? ''), new Date(0));
    await server()
      .db.insertInto('rush_reserve')
      .values([...kept].map((id) => ({ question_id: id, deals: RESERVE_DEALS_MAX - 2 })))
      .execute();
    const players = await Promise.all([1, 2, 3, 4, 5].map(() => server().subscriber()));
    const outcomes = await Promise.allSettled(players.map(({ id }) => dealTo(id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(new Set(await dealsOf(all))).toEqual(new Set([RESERVE_DEALS_MAX]));
    await server().db.deleteFrom('rush_reserve').execute();
  });

  /** The questions of a player's newest run in order, with their deals, and those recorded as dealt. */
  async function dealtInRun(run: string, playerId: number) {
    const { db } = server();
    const row = await db
      .selectFrom('rush_runs')
      .select('run')
      .where('id', '=', run)
      .executeTakeFirstOrThrow();
    const ids = idsOf(row.run.questions);
    const rows = await db.selectFrom('rush_reserve').selectAll().execute();
    const remembered = await db
      .selectFrom('dealt_questions')
      .select('question_id')
      .where('player_id', '=', playerId)
      .where('question_id', 'in', ids)
      .execute();
    return {
      ids,
      deals: ids.map((id) => rows.find(({ question_id }) => question_id === id)?.deals),
      left: rows.filter(({ question_id, left_at }) => ids.includes(question_id) && left_at).length,
      remembered: remembered.map(({ question_id }) => question_id).toSorted(),
    };
  }

  test('questions that a run did not reach do not count as dealt, and may come again', async () => {
    const { player, phone, run } = await openedRun(server());
    await phone.right(run, 2);
    expect((await dealtInRun(run, player.id)).deals).toEqual(Array.from({ length: 15 }, () => 1));
    await phone.wrong(run);
    const { ids, deals, remembered } = await dealtInRun(run, player.id);
    expect(deals).toEqual([1, 1, 1, ...Array.from({ length: 12 }, () => 0)]);
    expect(remembered).toEqual(ids.slice(0, 3).toSorted());
    await server().db.deleteFrom('rush_reserve').execute();
  });

  test('a run that is played to its end was dealt whole', async () => {
    const { player, phone, run } = await openedRun(server());
    await phone.right(run, 15);
    const { deals, remembered } = await dealtInRun(run, player.id);
    expect(deals).toEqual(Array.from({ length: 15 }, () => 1));
    expect(remembered).toHaveLength(15);
    await server().db.deleteFrom('rush_reserve').execute();
  });

  test('a question that left the reserve with a run stays out, though the run did not reach it', async () => {
    await setDeals(RESERVE_DEALS_MAX - 1, () => true, null);
    const player = await runner(server());
    const phone = new Phone(player);
    const run = await phone.begin();
    await phone.leave(run);
    const { deals, left } = await dealtInRun(run, player.id);
    expect(deals).toEqual(Array.from({ length: 15 }, () => RESERVE_DEALS_MAX));
    expect(left).toBe(15);
    await server().db.deleteFrom('rush_reserve').execute();
  });
});

describe('power-ups', () => {
  const server = testServer({ bank: buildBank(200) });

  const runOf = ({ body }: Reply) => body.meta?.run as SealedRun;

  test('Skip brings the next question, for nothing', async () => {
    const { phone, run } = await openedRun(server());
    const reply = await phone.use(run, 1, 'skip');
    expect(reply.body.data).toEqual({
      next: expect.objectContaining({ id: '2' }),
      ended: null,
      answer: null,
      ticketBack: false,
    });
    expect(runOf(reply)).toMatchObject({ level: 2, score: 0, used: { skip: 1 }, startsInMs: 750 });
    expect((await phone.right(run, 14)).body.data).toMatchObject({ ended: 'jackpot', score: 210 });
  });

  test('Skip is refused at the last level', async () => {
    const { phone, run } = await openedRun(server());
    await phone.right(run, 14);
    await expectRefused(server(), () => phone.use(run, 15, 'skip'), 409, 'rush/power-up-refused');
  });

  test('Double Points doubles its own question alone', async () => {
    const { player, phone, run } = await openedRun(server());
    await phone.right(run, 2);
    const reply = await phone.use(run, 3, 'double-points');
    expect(reply.body.data).toMatchObject({ next: null, ended: null });
    expect(runOf(reply).powerUps).not.toContain('double-points');
    expect((await phone.right(run)).body.data).toMatchObject({ score: 60 });
    await phone.right(run, 12);
    expect(await sumsOf(player)).toMatchObject({ points: 240, board: 240 });
  });

  test('50/50 leaves two options, the same after a reload, and refuses the others', async () => {
    const { phone, run } = await openedRun(server());
    const { question } = await phone.current();
    const reply = await phone.use(run, 1, 'fifty-fifty');
    const left = runOf(reply).optionsLeft ?? [];
    const { answer } = await phone.cheat(run);
    expect(left).toHaveLength(2);
    expect(left).toContain(answer);
    expect((await phone.current()).run?.optionsLeft).toEqual(left);
    const gone = question?.options.find((option) => !left.includes(option)) ?? null;
    const choose = () => phone.answer(run, { level: 1, choice: gone });
    await expectRefused(server(), choose, 422, 'rush/bad-choice');
    expect((await phone.right(run)).body.data).toMatchObject({ verdict: 'right' });
    expect((await phone.current()).run?.optionsLeft).toBeNull();
  });

  test('Time Freeze stops the clock for 30 s of the server', async () => {
    const { phone, run } = await openedRun(server());
    server().clock.at += 5750;
    expect(runOf(await phone.use(run, 1, 'time-freeze'))).toMatchObject({
      leftMs: 10_000,
      frozenMs: 30_000,
    });
    server().clock.at += 29_000;
    expect((await phone.current()).run).toMatchObject({ leftMs: 10_000, frozenMs: 1000 });
    server().clock.at += 5000;
    expect((await phone.current()).run).toMatchObject({ leftMs: 6000, frozenMs: 0 });
    expect((await phone.right(run)).body.data).toMatchObject({ verdict: 'right' });
  });

  test('each power-up is refused the second time, at its own level and at the next', async () => {
    const { phone, run } = await openedRun(server());
    for (const powerUp of POWER_UPS.filter((one) => one !== 'skip'))
      await phone.use(run, 1, powerUp);
    for (const powerUp of POWER_UPS.filter((one) => one !== 'skip')) {
      const again = () => phone.use(run, 1, powerUp);
      await expectRefused(server(), again, 409, 'rush/power-up-refused');
    }
    await phone.use(run, 1, 'skip');
    for (const powerUp of POWER_UPS) {
      const again = () => phone.use(run, 2, powerUp);
      await expectRefused(server(), again, 409, 'rush/power-up-refused');
    }
  });

  test('a power-up with a lost reply is used once, and its repeat has the present clock', async () => {
    const { phone, run } = await openedRun(server());
    const key = newKey();
    await phone.use(run, 1, 'time-freeze', key);
    server().clock.at += 20_750;
    const again = await phone.use(run, 1, 'time-freeze', key);
    expect(runOf(again)).toMatchObject({ leftMs: 15_000, frozenMs: 10_000 });
  });

  test('a power-up that comes behind clock and allowance ends the run', async () => {
    const { player, phone, run } = await openedRun(server());
    await phone.right(run, 3);
    const { answer } = await phone.cheat(run);
    server().clock.at += 17_751;
    const reply = await phone.use(run, 4, 'time-freeze');
    expect(reply.body.data).toEqual({ next: null, ended: 'timeout', answer, ticketBack: false });
    expect(runOf(reply)).toBeNull();
    expect(await sumsOf(player)).toMatchObject({ counted: 1, points: 45 });
  });
});

describe('an answer that is held back', () => {
  const server = testServer({ bank: buildBank(200) });

  /** A call on a connection of its own, its body held back; `send` sends it, and gives the reply. */
  async function dial(path: string, token: string, body: string) {
    const { app } = server();
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const arrived = new Promise((resolve) => app.server.once('request', resolve));
    const line = connect(port, '127.0.0.1');
    const head = [
      `POST /api/v2${path} HTTP/1.1`,
      'Host: a',
      'Connection: close',
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      '',
    ];
    line.write(head.join('\r\n'));
    await arrived;
    // A whole call after it: by then the head has been read.
    await server().call('GET', '/misc/config');
    return {
      send: async () => {
        line.write(body);
        let said = '';
        for await (const part of line) said += part;
        return said;
      },
    };
  }

  test('an answer counts from when all of it has come: who keeps it back gains no time', async () => {
    const { player, phone, run } = await openedRun(server());
    const { answer } = await phone.cheat(run);
    const body = JSON.stringify({ level: 1, choice: answer, end: 'answered', ms: 2000 });
    const call = await dial(`/rush/runs/${run}/answers`, player.token, body);
    server().clock.at += 29_000;
    expect(await call.send()).toContain('"ended":"timeout"');
  });

  test('a power-up too: a clock is not frozen by a call from before', async () => {
    const { player, run } = await openedRun(server());
    const body = JSON.stringify({ level: 1, powerUp: 'time-freeze' });
    const call = await dial(`/rush/runs/${run}/power-ups`, player.token, body);
    server().clock.at += 29_000;
    expect(await call.send()).toContain('"ended":"timeout"');
  });
});

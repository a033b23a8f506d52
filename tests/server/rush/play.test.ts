import { expect, test } from 'vitest';
import { buildBank } from '../../support/bank.ts';
import { openedRun, Phone, runner } from '../../support/rush.ts';
import { sumsOf } from '../../support/rush-books.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';

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

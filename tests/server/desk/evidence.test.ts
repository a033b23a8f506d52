import { expect, test } from 'vitest';
import { buildBank } from '../../support/bank.ts';
import { operate } from '../../support/desk.ts';
import { asked, played } from '../../support/proof.ts';
import { testServer } from '../../support/server.ts';

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

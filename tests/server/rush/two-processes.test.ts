import { expect, test } from 'vitest';
import { buildBank } from '../../support/bank.ts';
import { openedRun, Phone } from '../../support/rush.ts';
import { secondServer } from '../../support/second-server.ts';
import { newKey, testServer } from '../../support/server.ts';
import { TestPlayer } from '../../support/test-player.ts';

const server = testServer({ bank: buildBank(200) });

test("either of two processes continues the other's run", async () => {
  const { player, phone, run } = await openedRun(server());
  const twin = await secondServer(server());
  const other = new Phone(new TestPlayer(twin, player.id, player.phone, player.token));
  await phone.right(run, 2);
  const { answer } = await other.cheat(run);
  const key = newKey();
  const first = await other.answer(run, { level: 3, choice: answer }, key);
  expect(first.body.data).toMatchObject({ verdict: 'right', score: 45 });
  const again = await phone.answer(run, { level: 3, choice: answer }, key);
  expect(again.body.data).toEqual(first.body.data);
  expect((await other.current()).question).toEqual((await phone.current()).question);
  await twin.close();
});

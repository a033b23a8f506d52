import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { DAY_MS, weekOf } from '../../src/rules/calendar.ts';
import { fillBankAccount } from '../support/bank.ts';
import { movingClock } from '../support/moving-clock.ts';
import { testOnServer } from '../support/own-server.ts';
import { comeHomeWithoutBank, dataOf } from '../support/player.ts';
import { answer, startRound } from '../support/round.ts';

const clock = movingClock();
const test = testOnServer(clock.env);

/** What a player has on file, by their own token. */
async function tell(page: Page, body: Record<string, string>): Promise<void> {
  const { token } = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('football-mastermind') ?? '{}'),
  );
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() };
  const reply = await page.request.put('/api/v2/user', { multipart: body, headers });
  expect(reply.status()).toBe(200);
}

test('a week is won, held, mended, confirmed and paid to the bank', async ({ page, server }) => {
  await comeHomeWithoutBank(page, 'Ada');
  const questions = await startRound(page, 'La Liga', 'Hard');
  for (let number = 1; number <= 4; number += 1) await answer(page, questions, number, true, 'key');
  await page.getByRole('button', { name: 'Leave the game' }).click();
  const leave = page.getByRole('dialog', { name: 'Leave the round?' });
  const counted = page.waitForResponse((one) => one.url().endsWith('/points') && one.ok());
  await leave.getByRole('button', { name: 'Leave', exact: true }).press('Enter');
  expect(await dataOf<{ awarded: unknown }>(await counted)).toMatchObject({
    awarded: { points: 60 },
  });

  clock.goTo(weekOf(clock.now()).endsAt + DAY_MS + 60_000);
  const [, key = ''] = await server.command(['operators', 'add', 'eve']);
  await server.command(['payouts', 'run'], key);
  await page.goto('/home');
  const greeting = page.getByRole('dialog', { name: /^You won/ });
  await expect(greeting.getByText('₦120')).toBeVisible();
  await greeting.getByRole('button', { name: 'See my winnings' }).press('Enter');

  await page.getByRole('button', { name: 'Add bank account' }).press('Enter');
  await fillBankAccount(page, 'Access', '0123456785');
  await page.getByRole('button', { name: 'Submit' }).press('Enter');
  await expect(page.getByRole('img', { name: 'Account number ending 785' })).toBeVisible();
  await tell(page, { dob: '1990-05-17' });

  await page.goto('/rewards#winnings');
  await expect(page.getByRole('button', { name: 'Confirm your win' })).toBeVisible();
  const list = await server.command(['payouts', 'list']);
  const reference = /PO-\S+/.exec(list.join('\n'))?.[0] ?? '';
  await server.command(['payouts', 'release', reference, '--why', 'Seen at play'], key);
  await server.command(['payouts', 'run'], key);

  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: '1st place' })).toContainText('Paid');
  await expect(page.getByText(/Access Bank.*ending 785/)).toBeVisible();
  await page.goto('/home');
  await expect(page.getByText('plays left')).toBeVisible();
  await expect(page.getByRole('dialog', { name: /^You won/ })).toHaveCount(0);
});

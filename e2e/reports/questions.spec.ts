import { expect, test } from '../support/fixtures.ts';
import { comeHome, isOfflineReady } from '../support/player.ts';
import { answer, leaveRound, startRound } from '../support/round.ts';

test.use({ serviceWorkers: 'allow' });
// A failure here is never retried, because a report was lost or doubled.
test.describe.configure({ retries: 0 });

test('a question is reported from the review without a line, and comes through behind its game', async ({
  page,
  relay,
  server,
}) => {
  await comeHome(page, 'Ada');
  await isOfflineReady(page);
  const questions = await startRound(page, 'La Liga', 'Easy');
  await answer(page, questions, 1, false);
  relay.cut();
  await leaveRound(page);
  await page.getByRole('button', { name: 'Review answers' }).click();
  await page.getByRole('button', { name: 'Report question 1' }).click();
  await page.getByRole('button', { name: 'Two answers are right' }).press('Enter');
  await expect(page.getByText('Saved. It goes when network comes back')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reported question 1' })).toBeFocused();
  const reported = () => server.command(['questions', 'reports']);
  expect(await reported()).toEqual(['No question is reported']);

  // A reload keeps it.
  await page.reload();
  relay.restore();
  await expect(page.getByText('Thanks. We will look at it.')).toBeVisible({ timeout: 30_000 });
  const lines = await reported();
  expect(lines[0]).toBe(`${questions[0]?.id}: 1 reports, strength 0.5: two-right 1`);
  expect(lines[1]).toContain(questions[0]?.question ?? '');
});

import type { Locator, Page } from 'playwright/test';
import { QUIET_SHARE, shareOfCore } from '../support/core.ts';
import { expect, test } from '../support/fixtures.ts';
import { paintedAfterTap } from '../support/painted.ts';
import { comeHome, isHome, isOfflineReady } from '../support/player.ts';
import { option, questionOnTable, startRound } from '../support/round.ts';

test.use({ serviceWorkers: 'allow' });

const CPU_SLOWDOWN = 6;
/** Fifty answers show how slow the slowest are; a run without a verdict shows a figure from ten. */
const ROUNDS = 5;
const ROUNDS_UNJUDGED = 1;
const BUDGET_MS = 100;

/** The longest time of an empty button on this machine for which the figure is the game's. */
const BROWSERS_OWN_MS = 30;

test(`an answer shows its colour within ${BUDGET_MS} ms, CPU ÷${CPU_SLOWDOWN}`, async ({ page }, {
  annotations,
}) => {
  test.setTimeout(300_000);
  await comeHome(page, 'Ada');
  await isOfflineReady(page);
  const session = await page.context().newCDPSession(page);
  const slowDown = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });

  const own = await browsersOwn(page, slowDown);
  const times: number[] = [];
  const shares: number[] = [];
  const rounds = own > BROWSERS_OWN_MS ? ROUNDS_UNJUDGED : ROUNDS;
  for (let round = 1; round <= rounds; round++) {
    const questions = await startRound(page, 'La Liga', 'Easy');
    for (const [index, { question, options }] of questions.entries()) {
      await expect(questionOnTable(page)).toHaveText(question);
      const chosen = option(page, options[index % options.length] ?? '');
      // The card slides in: its place counts when it rests, and an earlier tap counts for another.
      await chosen.click({ trial: true });
      await page.waitForFunction(() => {
        const [drain] = document.querySelector('[role="timer"] [style]')?.getAnimations() ?? [];
        return Number(drain?.currentTime ?? 0) > 400;
      });
      // Only around the measurement: the way to the next question would take a minute more.
      await slowDown(CPU_SLOWDOWN);
      times.push(await timeOfAnswer(page, chosen));
      await slowDown(1);
    }
    await expect(page.getByText('Leaderboard updated successfully!')).toBeVisible();
    await page.getByRole('button', { name: 'Go Home' }).click();
    await isHome(page);
    shares.push(shareOfCore());
  }

  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0);
  const share = Math.min(...shares);
  const figure =
    `answer to colour, CPU ÷${CPU_SLOWDOWN}, ${times.length} answers: ` +
    `median ${at(0.5)} ms, p90 ${at(0.9)} ms, p98 ${at(0.98)} ms, longest ${at(1)} ms; ` +
    `${Math.round(own)} ms of it the browser's own, ${Math.round(share * 100)} % of a core was free`;
  annotations.push({ type: 'figure', description: figure });
  process.stdout.write(`figure: ${figure}\n`);
  expect(times.length).toBe(rounds * 10);
  // With other work on the same cores the figure is not the game's; on a slow machine it is the
  // browser's.
  const isJudged = rounds === ROUNDS && (share >= QUIET_SHARE || at(0.98) <= BUDGET_MS);
  test.skip(!isJudged, `not judged, the machine is busy or slow: ${figure}`);
  expect(at(0.98)).toBeLessThanOrEqual(BUDGET_MS);
});

/** The time of a button that only changes colour, in milliseconds: the median of ten. */
async function browsersOwn(
  page: Page,
  slowDown: (rate: number) => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  for (let tap = 1; tap <= 10; tap++) {
    await page.evaluate(() => {
      const card = document.createElement('article');
      card.id = 'empty';
      card.style.cssText = 'position:fixed;inset:80px 0 auto;z-index:9999;background:#fff';
      const button = document.createElement('button');
      button.textContent = 'Empty';
      button.style.cssText = 'width:200px;height:60px';
      button.onclick = () => {
        button.className = 'right';
        button.style.background = 'green';
      };
      card.append(button);
      document.body.append(card);
    });
    await slowDown(CPU_SLOWDOWN);
    times.push(await timeOfAnswer(page, page.locator('#empty button')));
    await slowDown(1);
    await page.evaluate(() => document.getElementById('empty')?.remove());
  }
  return times.sort((a, b) => a - b)[5] ?? 0;
}

/** The time from the finger on an option to the painted colour, in milliseconds. */
async function timeOfAnswer(page: Page, option: Locator): Promise<number> {
  const coloured = 'article button[class*="right"], article button[class*="wrong"]';
  const [time = Number.NaN] = await paintedAfterTap(page, option, [coloured]);
  return time;
}

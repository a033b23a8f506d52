import { QUIET_SHARE, shareOfCore } from '../support/core.ts';
import { expect, test } from '../support/fixtures.ts';
import { type Frames, traced } from '../support/frames.ts';
import { comeHome, isOfflineReady } from '../support/player.ts';
import { startRound } from '../support/round.ts';

test.use({ serviceWorkers: 'allow' });

const CPU_SLOWDOWN = 6;
/** One round shows a figure; five, requested by FRAMES_ROUNDS=5, are judged by their median. */
const ROUNDS = Number(process.env.FRAMES_ROUNDS ?? 1);
const ROUNDS_JUDGED = 5;

/** A longer round, including its trace, counts as hanging. */
const ROUND_MS = 90_000;

/**
 * 99 % of a round's frames come within the first limit, none after the second; no task takes longer
 * than the third.
 */
const SMOOTH_MS = 34;
const FROZEN_MS = 100;
const TASK_MS = 50;

const at = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0;

const figuresOf = ({ frames, tasks }: Frames) => ({
  p99: at(frames, 0.99),
  frame: at(frames, 1),
  task: at(tasks, 1),
});

const middle = (values: number[]) => at(values, 0.5);

test(`a round moves smoothly, CPU ÷${CPU_SLOWDOWN}`, async ({ page, browser }, { annotations }) => {
  test.setTimeout(120_000 + ROUNDS * ROUND_MS);
  await comeHome(page, 'Ada');
  await isOfflineReady(page);
  const session = await page.context().newCDPSession(page);
  const slowDown = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate });
  const share = shareOfCore();
  const figures: ReturnType<typeof figuresOf>[] = [];

  for (let round = 1; round <= ROUNDS; round++) {
    const questions = await startRound(page, 'La Liga', 'Easy');
    await slowDown(CPU_SLOWDOWN);
    const seen = await traced(browser, page, () => page.evaluate(playByItself, questions));
    await slowDown(1);
    figures.push(figuresOf(seen));
    await page.getByRole('button', { name: 'Go Home' }).press('Enter');
    await expect(page).toHaveURL(/\/home$/);
  }

  const ms = (of: keyof ReturnType<typeof figuresOf>) =>
    Math.round(middle(figures.map((figure) => figure[of])));
  const figure =
    `a round's frames, CPU ÷${CPU_SLOWDOWN}, median of ${ROUNDS}: 99 % within ${ms('p99')} ms, ` +
    `longest ${ms('frame')} ms, longest task ${ms('task')} ms; ${Math.round(share * 100)} % of a core was free`;
  annotations.push({ type: 'figure', description: figure });
  process.stdout.write(`figure: ${figure}\n`);
  // With other work on the same cores the figure is not the game's.
  const isJudged = ROUNDS >= ROUNDS_JUDGED && share >= QUIET_SHARE;
  test.skip(!isJudged, `not judged, too few rounds or a busy machine: ${figure}`);
  expect(ms('p99')).toBeLessThanOrEqual(SMOOTH_MS);
  expect(ms('frame')).toBeLessThanOrEqual(FROZEN_MS);
  expect(ms('task')).toBeLessThanOrEqual(TASK_MS);
});

/**
 * Plays a round from within the page, with right and wrong answers and one timeout: a look at the
 * page from outside forces a layout, which would count as the game's own work.
 */
function playByItself(questions: { answers: string }[]): Promise<void> {
  return new Promise((resolve) => {
    let number = 0;
    const look = setInterval(() => {
      const now = Number.parseInt(document.querySelector('header p')?.textContent ?? '', 10);
      if (!document.querySelector('article')) {
        clearInterval(look);
        setTimeout(resolve, 3000);
      }
      const question = questions[now - 1];
      if (now <= number || !question) return;
      number = now;
      const isRight = ({ textContent }: Element) =>
        textContent?.replaceAll(/\s+/g, ' ').includes(question.answers) === true;
      const options = [...document.querySelectorAll<HTMLElement>('article button')];
      const choice = options.find((option) => isRight(option) === (number % 3 !== 0));
      if (number !== 6) setTimeout(() => choice?.click(), 500);
    }, 100);
  });
}

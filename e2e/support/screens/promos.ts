import type { Page } from 'playwright/test';
import { PROMOS as ALL, type PromoId } from '../../../src/rules/promos.ts';
import { serveBoards } from '../boards.ts';
import { openFirst, rememberPlayer } from '../player.ts';
import { serveRewards } from '../rewards.ts';
import { dialog, JOINED_BEFORE, phoneOf, type Screen, STREAK, type Stage } from './stage.ts';

/** The promotions of the dashboard, each by its own trigger. */
export const PROMOS: Screen[] = [
  promo('million', /^Win up to/),
  promo('daily', /daily cash|Win cash every day/, { hasGloWords: true }),
  promo('progress', 'You are close', { hasGloWords: true }),
  promo('promo', /players win daily|Millionaire Rush/, { hasGloWords: true, playsUsed: 2 }),
  promo('raffle-draw', 'Live raffle draw', { playsUsed: 4 }),
  promo('entry-ticket', 'Congratulations!', { playsUsed: 5 }),
  {
    name: 'promotion, ticket-winner',
    open: async (stage) => {
      await openWith(stage, 'ticket-winner', 0);
      await stage.page.getByText('earned a raffle ticket').waitFor();
    },
  },
];

function promo(
  id: PromoId,
  title: string | RegExp,
  { playsUsed = 0, hasGloWords = false }: { playsUsed?: number; hasGloWords?: boolean } = {},
): Screen {
  return {
    name: `promotion, ${id}`,
    hasGloWords,
    open: async (stage) => {
      await openWith(stage, id, playsUsed);
      await dialog(stage.page, title);
    },
  };
}

/** Opens the dashboard of a player who has just dismissed all others. */
async function openWith(stage: Stage, id: PromoId, playsUsed: number): Promise<void> {
  const { page } = stage;
  await rememberPlayer(page, 'Ada', phoneOf(stage), JOINED_BEFORE);
  await serveBoards(page, { place: 12 });
  await serveRewards(page);
  await page.route('**/api/v2/user/dailyplays', (route) =>
    route.fulfill({ json: { status: true, data: { count: playsUsed, streak: STREAK } } }),
  );
  await dismissAllBut(page, id);
  await openFirst(page, '/home');
}

async function dismissAllBut(page: Page, id: PromoId): Promise<void> {
  const now = Date.now();
  const times = Object.fromEntries(ALL.filter((row) => row.id !== id).map((row) => [row.id, now]));
  const session = await page.evaluate(() => localStorage.getItem('football-mastermind') ?? '{}');
  const key = `fom-promos-${JSON.parse(session).user.id}`;
  await page.evaluate(
    ([name = '', kept = '']) => localStorage.setItem(name, kept),
    [key, JSON.stringify(times)],
  );
}

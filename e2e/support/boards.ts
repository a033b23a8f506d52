import type { Page } from 'playwright/test';

const NAMES = ['Chidi', 'Musa', 'Zainab_Queen_of_all_the_forty_letters_1', 'محمد عبد الرحمن', 'I'];

/** Gives every board this many rows, with the asking player at this place. */
export async function serveBoards(
  page: Page,
  { place, rows = 50, names = NAMES }: { place: number; rows?: number; names?: string[] },
): Promise<void> {
  await page.route(/\/api\/v2\/points(\/(monthly|leaderboard|tournament).*)?$/, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    if (route.request().method() !== 'GET') return route.fallback();
    const isTier = pathname.includes('/tournament/');
    const tier = Number(searchParams.get('tier') ?? 2);
    const player = await page
      .evaluate(() => JSON.parse(localStorage.getItem('football-mastermind') ?? '{}').user)
      .catch(() => null);
    // The page that asked has been left.
    if (player === null) return route.abort();
    const { id, username } = player;
    const top = isTier ? ([499, 999, 2400][tier - 1] ?? 0) : 40_000;
    const row = (at: number) => ({
      id: at === place ? id : `other-${at}`,
      userId: at === place ? id : `other-${at}`,
      highScore: at === place && isTier ? 620 : Math.max(5, top - at * 7),
      fmuser: { name: at === place ? username : `${names[at % 7] ?? `Player ${at}`}`, image: null },
      position: at,
    });
    const list = (from: number, to: number) =>
      Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => row(from + index));
    const span = isTier ? 86_400_000 : 7 * 86_400_000;
    const isPast = /last-week|yesterday/.test(pathname);
    const startsAt = Date.now() - (isPast ? 1.2 : 0.3) * span;
    const at = (ms: number) => new Date(ms).toISOString();
    await route.fulfill({
      json: {
        status: true,
        data: {
          leaderBoard: list(1, rows),
          position: isTier && tier !== 2 ? null : place,
          user: row(place),
        },
        meta: {
          period: {
            startsAt: at(startsAt),
            endsAt: at(startsAt + span),
            finalAt: at(startsAt + span + 86_400_000),
          },
          neighbours: place > 50 && !isTier ? list(place - 2, place + 2) : [],
        },
      },
    });
  });
}

import type { Level } from '../rules/levels.ts';

/** The app's addresses (pages.md#addresses), as route patterns. */
export const paths = {
  root: '/',
  landing: '/landing',
  onboarding: '/onboarding',
  login: '/login',
  authenticate: '/authenticate',
  secureD: '/secure-d',
  campaign: '/campaign/:referer/:id',
  /** An old name of Millionaire Rush (pages.md#addresses). */
  megaMillionaire: '/mega-millionaire',
  rush: '/millionaire-rush',
  rushBoard: '/millionaire-rush/leaderboard',
  /** Reached with navigation state, or where a run is open (game.md#ways-into-a-run). */
  rushPlay: '/millionaire-rush/:playId',
  home: '/home',
  billing: '/billing',
  profile: '/profile',
  /** 'My data', under the profile. */
  myData: '/profile/data',
  rewards: '/rewards',
  /** The proof round that a winner is asked for (game.md#proof-round). */
  proof: '/rewards/confirm',
  /** A draw of the raffle, for everybody to check; its month as `2026-11`. */
  draw: '/rewards/draw/:month',
  promo: '/promo',
  /** The player's own mistakes (game.md#practice). */
  practice: '/practice',
  passThePhone: '/practice/pass',
  /** Five questions of the deck, for visitors (game.md#try-five-questions). */
  tryFive: '/try',
  /** Category and level are in the navigation state (game.md#coming-back-to-a-round). */
  quizByState: '/quiz',
  quiz: '/quiz/:categoryId/:level',
  leaderboard: '/leaderboard',
  /** The same page: it decides itself which boards a player sees. */
  daily: '/daily',
  faqs: '/faqs',
  privacy: '/privacy',
  fairness: '/fairness',
  rules: '/rules',
  contact: '/contact',
  dataUsed: '/data-used',
} as const;

/** The part of the profile with the bank account (profile.md#bank-account). */
export const BANK_ANCHOR = 'account';

export const bankPath = `${paths.profile}#${BANK_ANCHOR}`;

/** The tab of the rewards with the prizes on their way, which is all that some networks have there. */
export const WINNINGS_ANCHOR = 'winnings';

export const winningsPath = `${paths.rewards}#${WINNINGS_ANCHOR}`;

/** Where a month's draw is checked; `month` as `2026-11`. */
export function drawPath(month: string): string {
  return `/rewards/draw/${month}`;
}

/** The tabs of the daily boards, as the address has them. */
export const DAILY_TABS = ['previous-day', 'current-day', 'current-week', 'previous-week'] as const;

export type DailyTab = (typeof DAILY_TABS)[number];

/** The address of a tab of the daily boards; who is shown other boards finds those there. */
export function dailyPath(tab: DailyTab): string {
  return `${paths.daily}?tab=${tab}`;
}

export function quizPath(categoryId: string, level: Level): string {
  return `/quiz/${encodeURIComponent(categoryId)}/${level}`;
}

/** Where a run of Millionaire Rush is played; `playId` is made up by chance. */
export function rushPlayPath(playId: string): string {
  return `${paths.rush}/${playId}`;
}

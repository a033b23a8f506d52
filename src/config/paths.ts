import type { Level } from '../rules/levels.ts';

/**
 * The app's addresses as route patterns, each with the page of the docs that describes it
 * (pages.md#addresses). `src/app/app.tsx` says who may see each address.
 */
export const paths = {
  /** pages.md#landing */
  root: '/',
  landing: '/landing',
  /** sign-in.md#onboarding */
  onboarding: '/onboarding',
  /** sign-in.md#sign-in-by-a-link */
  login: '/login',
  authenticate: '/authenticate',
  /** Players return from the operator to this address (sign-in.md#consent-gateway). */
  secureD: '/secure-d',
  /** links.md#campaign-links */
  campaign: '/campaign/:referer/:id',
  /** The old address of Millionaire Rush, which redirects to the present one. */
  megaMillionaire: '/mega-millionaire',
  /** game.md#tournament-pages */
  rush: '/millionaire-rush',
  rushBoard: '/millionaire-rush/leaderboard',
  /** Opened with navigation state, or where a run is open (game.md#ways-into-a-run). */
  rushPlay: '/millionaire-rush/:playId',
  /** pages.md#dashboard */
  home: '/home',
  /** The page has the tabs `#passbook` and `#consents` (billing.md#billing-tabs). */
  billing: '/billing',
  /** profile.md#profile-page. `BANK_ANCHOR` leads to the bank account. */
  profile: '/profile',
  /** 'My data', a page of the profile (account.md#my-data). */
  myData: '/profile/data',
  /** The raffle, and 'My winnings' at `WINNINGS_ANCHOR` (rewards.md#rewards-page). */
  rewards: '/rewards',
  /** The proof round that a winner has to play (rewards.md#proof-round-screen). */
  proof: '/rewards/confirm',
  /**
   * A draw of the raffle, which everybody can check, with its month as `2026-11`
   * (rewards.md#draw-check).
   */
  draw: '/rewards/draw/:month',
  /** game.md#promo-page */
  promo: '/promo',
  /** Practice of the player's own mistakes (game.md#practice). */
  practice: '/practice',
  /** game.md#pass-the-phone */
  passThePhone: '/practice/pass',
  /** Five questions of the deck for visitors (game.md#try-five-questions). */
  tryFive: '/try',
  /** A round whose category and level are in the navigation state (game.md#coming-back-to-a-round). */
  quizByState: '/quiz',
  quiz: '/quiz/:categoryId/:level',
  /** game.md#which-boards-a-player-sees */
  leaderboard: '/leaderboard',
  /** The same page as `leaderboard`, which chooses the boards that a player sees. */
  daily: '/daily',
  /** FAQs and terms (help.md#faqs). */
  faqs: '/faqs',
  /** help.md#privacy */
  privacy: '/privacy',
  /** The page on how winners are checked (game.md#fairness-page). */
  fairness: '/fairness',
  /** The page 'How To Win'. */
  rules: '/rules',
  /** help.md#contact-us */
  contact: '/contact',
  /** offline.md#data-meter */
  dataUsed: '/data-used',
} as const;

/** The part of the profile with the bank account (profile.md#bank-account). */
export const BANK_ANCHOR = 'account';

export const bankPath = `${paths.profile}#${BANK_ANCHOR}`;

/** The tab of the rewards with the prizes that are being paid out. Some networks have only this tab. */
export const WINNINGS_ANCHOR = 'winnings';

export const winningsPath = `${paths.rewards}#${WINNINGS_ANCHOR}`;

/** The page where a month's draw is checked. `month` is like `2026-11`. */
export function drawPath(month: string): string {
  return `/rewards/draw/${month}`;
}

/** The tabs of the daily boards, as the address names them. */
export const DAILY_TABS = ['previous-day', 'current-day', 'current-week', 'previous-week'] as const;

export type DailyTab = (typeof DAILY_TABS)[number];

/**
 * The address of a tab of the daily boards. Players who are shown other boards see those at this
 * address.
 */
export function dailyPath(tab: DailyTab): string {
  return `${paths.daily}?tab=${tab}`;
}

export function quizPath(categoryId: string, level: Level): string {
  return `/quiz/${encodeURIComponent(categoryId)}/${level}`;
}

/** The page where a run of Millionaire Rush is played. `playId` is random. */
export function rushPlayPath(playId: string): string {
  return `${paths.rush}/${playId}`;
}

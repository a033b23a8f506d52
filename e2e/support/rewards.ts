import type { Page } from 'playwright/test';
import type { Payout } from '../../src/contract/payouts.ts';
import type { Draw } from '../../src/contract/raffle.ts';
import { askAt, daysFrom, payoutAt } from '../../tests/support/payouts.ts';

const inDays = (days: number) => daysFrom(Date.now(), days);

const TAXED = { taxKobo: 14_100, netKobo: 267_900, mendBy: inDays(20) };

/** One prize in each state. */
export const PAYOUTS = () => {
  const looks: Partial<Payout>[] = [
    { state: 'held', reason: 'proof-round' },
    { state: 'held', reason: 'under-review' },
    { state: 'sending', approvedAt: inDays(-1), sentAt: inDays(-0.1) },
    { kind: 'airtime' },
    {
      state: 'paid',
      approvedAt: inDays(-3),
      sentAt: inDays(-2),
      paidAt: inDays(-1),
      bank: { name: 'Savannah Bank', ending: '789' },
    },
    { state: 'lapsed', reason: 'no-bank-account', endedAt: inDays(-1) },
  ];
  return looks.map((look, at) =>
    payoutAt(Date.now(), { reference: `PO-8HZN-0${at + 1}`, ...TAXED, ...look }),
  );
};

const QUESTION = {
  id: '1',
  question: 'Which club won the first English league title?',
  options: ['Preston North End', 'Everton', 'Aston Villa', 'Sunderland'],
  level: 'medium',
};

/** A draw whose seed is not the sealed one. */
const DRAW: Draw = {
  month: '2026-10',
  state: 'drawn',
  closesAt: '2026-10-29T12:00:00.000Z',
  sealedAt: '2026-10-29T12:00:00.000Z',
  drawnAt: '2026-10-29T12:20:00.000Z',
  tickets: 1,
  root: 'ab'.repeat(32),
  seedHash: 'cd'.repeat(32),
  seed: 'ef'.repeat(32),
  figure: {
    what: 'USD rate of 28 Oct',
    spelling: '2',
    namedAt: '2026-10-01T09:00:00.000Z',
    value: '1452.36',
  },
  winners: [{ index: 0, code: 'FOM-7KQ2-9PLD-81', naira: 1_000_000 }],
  promoter: 'Mastermind Games Ltd',
  permit: 'NLRC/26/114',
};

/** Answers for raffle, prizes and proof round instead of the server. */
export async function serveRewards(
  page: Page,
  { payouts = PAYOUTS(), draw = {} }: { payouts?: Payout[]; draw?: Partial<Draw> } = {},
): Promise<void> {
  const tickets = Array.from({ length: 5 }, (_, index) => ({
    code: `FOM-7KQ${index + 2}-9PLD-81`,
    reason: index === 0 ? 'fifth-play' : 'points',
    earnedAt: inDays(-index),
  }));
  const raffle = { month: '2026-11', points: 2310, closesAt: inDays(6), lastDraw: '2026-10' };
  const round = { number: 1, of: 20, timerMs: 12_000, leftMs: 12_000, startsInMs: 0 };
  const replies: Record<string, object> = {
    'GET payouts': { data: payouts, meta: { proof: askAt(Date.now()) } },
    'PUT payouts/seen': { data: null },
    'GET user/tournament-tickets': { data: tickets, meta: { raffle } },
    'GET proof-round': { data: null, meta: { round: null } },
    'POST proof-round': { data: QUESTION, meta: { round } },
    'GET raffle/ticket-winner': { data: { name: 'Goalking10' } },
    'GET raffle/draws/2026-10': { data: { ...DRAW, ...draw } },
    'GET raffle/draws/2026-10/paths': { data: { winner: null, ticket: null } },
  };
  const paths =
    /\/api\/v2\/((payouts|proof-round|raffle)(\/[^?]*)?|user\/tournament-tickets)(\?|$)/;
  await page.route(paths, (route) => {
    const { pathname } = new URL(route.request().url());
    const reply = replies[`${route.request().method()} ${pathname.replace('/api/v2/', '')}`];
    return route.fulfill({ json: { status: true, ...reply } });
  });
}

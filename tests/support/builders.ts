import type { Board, BoardPeriod, BoardRow, PlacedRow } from '../../src/contract/boards.ts';
import type { Category } from '../../src/contract/categories.ts';
import type { Question } from '../../src/contract/points.ts';
import type { User } from '../../src/contract/user.ts';
import type { MessageEntry, ResultEntry } from '../../src/outbox/entries.ts';
import type { SavedRound } from '../../src/round/store.ts';
import type { AskedPlan } from '../../src/subscription/asked-plan.ts';

export const NOON = Date.UTC(2026, 10, 21, 11);

/** A weekly plan that this phone asked for a minute ago. */
export function anAskedPlan(parts: Partial<AskedPlan> = {}): AskedPlan {
  return {
    playerId: 'player-1',
    kind: 'pending',
    plan: 'weekly',
    askedAt: Date.now() - 60_000,
    call: { key: 'the-first-key', door: 'coins', kobo: 10_000 },
    ...parts,
  };
}

export function aUser(parts: Partial<User> = {}): User {
  return {
    id: 'player-1',
    name: 'Ada',
    username: 'Ada',
    email: 'ada@example.com',
    phone: '2348030000000',
    image: null,
    dob: null,
    gender: null,
    state: null,
    city: null,
    platform: 'rave',
    isActive: true,
    paymentToken: null,
    pointBalance: 1000,
    highScore: 0,
    createdAt: '2026-11-01T09:00:00.000Z',
    network: 'all',
    dark: null,
    hasBank: true,
    ...parts,
  };
}

export const premierLeague: Category = {
  id: 'english-premier-league',
  name: 'English Premier League',
  image: 'english-premier-league.svg',
  isActive: true,
};

export function questions(count = 10): Question[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `question-${index + 1}`,
    question: `Question number ${index + 1}?`,
    options: [`Right ${index + 1}`, `Wrong ${index + 1}`, 'Third', 'Fourth'],
    answer: `Right ${index + 1}`,
    level: 'medium',
    fact: null,
  }));
}

export function aRound(parts: Partial<SavedRound> = {}): SavedRound {
  return {
    key: 'round-1',
    playerId: 'player-1',
    category: { id: premierLeague.id, name: premierLeague.name },
    level: 'medium',
    terms: { level: 'medium', coinsPerQuestion: 15, pointsPerCorrect: 10, timerMs: 12_000 },
    questions: questions(),
    issued: { id: 'round-1', secret: 's'.repeat(43) },
    playableUntil: Date.UTC(2999, 0, 1),
    state: null,
    ...parts,
  };
}

export function anEntry(parts: Partial<ResultEntry> = {}): ResultEntry {
  return {
    kind: 'result',
    key: 'round-1',
    submission: {
      points: 10,
      coins: 15,
      score: 1,
      round: {
        id: 'round-1',
        transcript: [{ questionId: 'question-1', choice: 'Right 1', ms: 900, end: 'answered' }],
      },
    },
    roundSecret: 's'.repeat(43),
    ownerId: null,
    createdAt: NOON,
    attempts: 0,
    nextAttemptAt: NOON,
    refusal: null,
    ...parts,
  };
}

export function aMessage(parts: Partial<MessageEntry> = {}): MessageEntry {
  return {
    kind: 'message',
    key: 'message-1',
    message: {
      email: 'ada@example.com',
      phone: '2348030000000',
      subject: 'My cash',
      message: 'When does it come?',
      type: 'contact',
    },
    ownerId: 'player-1',
    createdAt: NOON,
    attempts: 0,
    nextAttemptAt: NOON,
    refusal: null,
    ...parts,
  };
}

/** A row of a board; the player of a place has fewer points than the one before. */
export function aBoardRow(
  place: number,
  { name = `Player ${place}`, ...parts }: Partial<BoardRow> & { name?: string | null } = {},
): BoardRow {
  return {
    id: `row-${place}`,
    userId: `user-${place}`,
    highScore: 2000 - place * 10,
    fmuser: { name, image: null },
    ...parts,
  };
}

/** This many rows from the first place on. */
export const boardRows = (count: number) =>
  Array.from({ length: count }, (_, index) => aBoardRow(index + 1));

/** A board as the API serves it. */
export function aBoard(
  parts: Partial<Board> = {},
  meta: { period?: BoardPeriod; neighbours?: PlacedRow[] } = {},
) {
  return { data: { leaderBoard: boardRows(10), position: null, user: null, ...parts }, meta };
}

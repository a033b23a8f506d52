import type { Category } from '../../src/contract/categories.ts';
import type { Question } from '../../src/contract/rounds.ts';
import type { User } from '../../src/contract/user.ts';
import type { MessageEntry, ResultEntry } from '../../src/offline/outbox-storage.ts';
import type { SavedRound } from '../../src/offline/round-storage.ts';

export const NOON = Date.UTC(2026, 10, 21, 11);

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

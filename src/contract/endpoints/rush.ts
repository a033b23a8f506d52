import type { Endpoint } from '../endpoint.ts';
import {
  currentRunReplySchema,
  powerUpReplySchema,
  powerUpUseSchema,
  rushAnswerSchema,
  rushPointsReplySchema,
  rushQuestionsQuerySchema,
  rushQuestionsReplySchema,
  rushSubmissionSchema,
  verdictReplySchema,
} from '../rush.ts';

/** Opens a run of the oldest ticket that is not played: its first question, never with its answer. */
export const getRushQuestions = {
  method: 'GET',
  path: '/questions/tournament-questions',
  who: 'player',
  effect: 'keyed',
  query: rushQuestionsQuerySchema,
  reply: rushQuestionsReplySchema,
  codes: [
    'rate/limited',
    'rush/closed',
    'rush/ended',
    'rush/no-ticket',
    'rush/running',
    'spending/age-needed',
    'spending/under-age',
    'subscription/inactive',
  ],
} as const satisfies Endpoint;

/** The run that is open, with its clock as it stands. */
export const getCurrentRun = {
  method: 'GET',
  path: '/rush/runs/current',
  who: 'player',
  effect: 'safe',
  reply: currentRunReplySchema,
  codes: ['rate/limited'],
} as const satisfies Endpoint;

/** Judges a level, and deals the next one. */
export const postRushAnswer = {
  method: 'POST',
  path: '/rush/runs/:id/answers',
  who: 'player',
  effect: 'keyed',
  body: rushAnswerSchema,
  reply: verdictReplySchema,
  codes: ['rate/limited', 'rush/bad-choice', 'rush/ended', 'rush/level-over', 'rush/unknown'],
} as const satisfies Endpoint;

/** Uses a power-up on the level on the table. */
export const postPowerUp = {
  method: 'POST',
  path: '/rush/runs/:id/power-ups',
  who: 'player',
  effect: 'keyed',
  body: powerUpUseSchema,
  reply: powerUpReplySchema,
  codes: ['rate/limited', 'rush/ended', 'rush/level-over', 'rush/power-up-refused', 'rush/unknown'],
} as const satisfies Endpoint;

/** Ends a run that is still open, and tells what it counted. */
export const postRushPoints = {
  method: 'POST',
  path: '/points/tournament',
  who: 'player',
  effect: 'keyed',
  body: rushSubmissionSchema,
  reply: rushPointsReplySchema,
  codes: ['rate/limited', 'round/missing', 'rush/unknown'],
} as const satisfies Endpoint;

import * as v from 'valibot';
import { PASS_KEY } from '../../../config/storage-keys.ts';
import type { DeckQuestion } from '../../../offline/deck.ts';
import { PASS_PLAYERS, type PassGame, QUESTIONS_EACH } from '../../../rules/pass-the-phone.ts';

const questionSchema = v.object({
  category: v.string(),
  question: v.string(),
  options: v.array(v.string()),
  answer: v.string(),
  fact: v.string(),
});

const gameSchema = v.object({
  names: v.pipe(v.array(v.string()), v.minLength(PASS_PLAYERS.least)),
  each: v.picklist(QUESTIONS_EACH),
  questions: v.pipe(v.array(questionSchema), v.minLength(1)),
  answers: v.array(v.object({ choice: v.string(), ms: v.number() })),
  shownAt: v.nullable(v.number()),
  isLookedAt: v.boolean(),
});

const keptSchema = v.object({ playerId: v.string(), game: gameSchema });

/** Keeps the game of who is signed in for a reload of this tab; a phone that refuses plays on without. */
export function keepGame(playerId: string, game: PassGame<DeckQuestion>): void {
  try {
    sessionStorage.setItem(PASS_KEY, JSON.stringify({ playerId, game }));
  } catch {}
}

/** The game that a reload has broken off in this tab; `null` for none, and for another player's. */
export function readGame(playerId: string): PassGame<DeckQuestion> | null {
  try {
    const kept = v.safeParse(keptSchema, JSON.parse(sessionStorage.getItem(PASS_KEY) ?? 'null'));
    return kept.success && kept.output.playerId === playerId ? kept.output.game : null;
  } catch {
    return null;
  }
}

/** Forgets the game and its names: it was left. */
export function forgetGame(): void {
  try {
    sessionStorage.removeItem(PASS_KEY);
  } catch {}
}

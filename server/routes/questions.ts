import * as v from 'valibot';
import { questionsQuerySchema, questionsReplySchema } from '../../src/contract/rounds.ts';
import { sessionOf, signedIn } from '../accounts/authorization.ts';
import { tokenFor } from '../accounts/sessions.ts';
import type { Game } from '../game.ts';
import { callOf, once } from '../idempotency.ts';
import { openRound } from '../rounds/open.ts';
import type { App } from '../validation.ts';
import { requireCategory } from './categories.ts';

/** The questions of a category: taking them opens a round (contract, rounds). */
export function questionRoutes(app: App, game: Game): void {
  const { roundSecrets } = game;

  app.get(
    '/questions/:categoryId',
    {
      onRequest: signedIn(game),
      schema: {
        params: v.object({ categoryId: v.string() }),
        querystring: questionsQuerySchema,
        response: { 200: questionsReplySchema },
      },
    },
    async (request) => {
      const session = sessionOf(request);
      const { categoryId } = request.params;
      requireCategory(game, categoryId);
      const { playerId } = session;
      const level = request.query.difficulty;
      const { round, questions } = await once(game, callOf(request, `player ${playerId}`), (trx) =>
        openRound(trx, game, { playerId, categoryId, level }),
      );
      return {
        status: true,
        data: questions.map(({ answer, ...question }) => ({ ...question, answers: answer })),
        meta: {
          token: await tokenFor(game, session),
          round: { ...round, secret: roundSecrets.secretOf(round.id) },
        },
      };
    },
  );
}

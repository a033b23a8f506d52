import * as v from 'valibot';
import { questionsQuerySchema, questionsReplySchema } from '../../src/contract/rounds.ts';
import { sessionOf, signedIn } from '../accounts/authorization.ts';
import { tokenFor } from '../accounts/sessions.ts';
import { callOf, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { openRound } from '../rounds/open.ts';
import type { Services } from '../services.ts';
import { requireCategory } from './categories.ts';

/** The questions of a category: taking them opens a round (contract, rounds). */
export function questionRoutes(app: App, services: Services): void {
  const { roundSecrets } = services;

  app.get(
    '/questions/:categoryId',
    {
      onRequest: signedIn(services),
      schema: {
        params: v.object({ categoryId: v.string() }),
        querystring: questionsQuerySchema,
        response: { 200: questionsReplySchema },
      },
    },
    async (request) => {
      const session = sessionOf(request);
      const { categoryId } = request.params;
      requireCategory(services, categoryId);
      const { playerId } = session;
      const level = request.query.difficulty;
      const { round, questions } = await once(
        services,
        callOf(request, `player ${playerId}`),
        (trx) => openRound(trx, services, { playerId, categoryId, level }),
      );
      return {
        status: true,
        data: questions.map(({ answer, ...question }) => ({ ...question, answers: answer })),
        meta: {
          token: await tokenFor(services, session),
          round: { ...round, secret: roundSecrets.secretOf(round.id) },
        },
      };
    },
  );
}

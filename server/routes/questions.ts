import { postQuestionReport } from '../../src/contract/endpoints/question-reports.ts';
import { getQuestions } from '../../src/contract/endpoints/rounds.ts';
import { tokenFor } from '../accounts/sessions.ts';
import { signedAddress } from '../http/address-limits.ts';
import { callOf, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { openRound } from '../rounds/open.ts';
import { reportQuestion } from '../rounds/question-reports.ts';
import type { Services } from '../services.ts';
import { requireCategory } from './categories.ts';
import { route } from './route.ts';

/**
 * The questions of a category: taking them opens a round (flows.md#rounds-in-replies); and that one of
 * them is wrong (flows.md#reports-of-questions).
 */
export function questionRoutes(app: App, services: Services): void {
  const { now, roundSecrets } = services;

  route(app, getQuestions, async (request) => {
    const { session } = request;
    const { categoryId } = request.params;
    requireCategory(services, categoryId);
    const { playerId } = session;
    const { difficulty: level, play, pictures } = request.query;
    const addressHash = signedAddress(services, request);
    const asked = {
      ...{ playerId, categoryId, level, addressHash },
      isNewPlay: play === 'new',
      drawsPictures: pictures === '1',
    };
    const { round, questions } = await once(
      services,
      callOf(request, `player ${playerId}`),
      (trx) => openRound(trx, services, asked),
    );
    return {
      status: true,
      data: questions.map(({ answer, ...question }) => ({ ...question, answers: answer })),
      meta: {
        token: await tokenFor(services, session),
        round: { ...round, secret: roundSecrets.secretOf(round.id) },
      },
    };
  });

  route(app, postQuestionReport, async (request) => {
    const { playerId } = request.session;
    const report = { playerId, questionId: request.params.id, ...request.body };
    return once(services, callOf(request, `player ${playerId}`), async (trx) => {
      await reportQuestion(trx, report, now());
      return { status: true, data: null, message: 'Thanks. We will look at it.' };
    });
  });
}

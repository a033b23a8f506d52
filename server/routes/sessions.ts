import { postChallenge, postLogout } from '../../src/contract/endpoints/sessions.ts';
import { findSession } from '../accounts/authorization.ts';
import { tryCode, wrongCode } from '../accounts/code-tries.ts';
import { endSession } from '../accounts/sessions.ts';
import { callOf } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { findSeenPlayer } from '../my-data/unseen.ts';
import type { Services } from '../services.ts';
import { revealNumber } from './look-up.ts';
import { route } from './route.ts';

/** Answering a challenge, which opens a session, and ending one (flows.md#proof-and-challenge). */
export function sessionRoutes(app: App, services: Services): void {
  route(app, postChallenge, async (request) => {
    const { id } = request.params;
    const call = callOf(request, `challenge ${id}`);
    const outcome = await tryCode(services, request, { id, code: request.body.code }, call);
    if ('triesLeft' in outcome) return wrongCode(outcome.triesLeft);
    const { phone } = outcome;
    const playerId = await findSeenPlayer(services, phone);
    const reply = await revealNumber(
      services,
      request,
      { phone, playerId, session: null },
      request.body,
    );
    // The sign-in takes the place of the one that this phone had.
    const before = await findSession(services, request);
    if (before !== null && before.playerId === playerId) await endSession(services.db, before);
    return reply;
  });

  route(app, postLogout, async (request) => {
    const session = await findSession(services, request);
    if (session !== null) await endSession(services.db, session);
    return { status: true, data: null };
  });
}

import { postChallenge, postLogout } from '../../src/contract/endpoints/sessions.ts';
import { findSession } from '../accounts/authorization.ts';
import { tryCode, wrongCode } from '../accounts/code-tries.ts';
import { endSession } from '../accounts/sessions.ts';
import { countTry } from '../http/address-limits.ts';
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
    const attempt = () => tryCode(services, id, request.body.code, call);
    const outcome = await countTry(services, request, attempt, (tried) => 'phone' in tried);
    if ('triesLeft' in outcome) return wrongCode(outcome.triesLeft);
    const { phone } = outcome;
    const playerId = await findSeenPlayer(services, phone);
    return revealNumber(services, { phone, playerId, session: null });
  });

  route(app, postLogout, async (request) => {
    const session = await findSession(services, request);
    if (session !== null) await endSession(services.db, session);
    return { status: true, data: null };
  });
}

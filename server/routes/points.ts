import { getUserPoints } from '../../src/contract/endpoints/boards.ts';
import { postPoints } from '../../src/contract/endpoints/points.ts';
import type { PointsSubmission } from '../../src/contract/rounds.ts';
import type { Credential } from '../accounts/authorization.ts';
import { readUser } from '../accounts/players.ts';
import { tokenFor } from '../accounts/sessions.ts';
import { readPoints } from '../boards/read.ts';
import { Refusal } from '../http/errors.ts';
import { callOf, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { countResult, findRound, type SubmittedResult } from '../rounds/count.ts';
import { isRoundSecret } from '../rounds/secrets.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

/** Delivering a round's result, and the points it adds to (game.md#how-a-round-is-counted). */
export function pointRoutes(app: App, services: Services): void {
  const { db, now } = services;

  route(app, postPoints, async (request) => {
    const { credential } = request;
    const submitted = await findSubmittedResult(services, credential, request.body);
    const { playerId } = submitted;
    const call = callOf(request, `player ${playerId}`);
    const counted = await once(services, call, async (trx) => ({
      awarded: await countResult(trx, services, submitted, now()),
    }));
    if (!('session' in credential)) return { status: true, data: counted };
    // Read anew for a repeat too: an old balance would overwrite a newer one on the phone.
    return {
      status: true,
      data: { user: await readUser(db, playerId, now()), ...counted },
      meta: { token: await tokenFor(services, credential.session) },
    };
  });

  route(app, getUserPoints, async ({ session }) => {
    const highScore = await readPoints(db, 'weekly', session.playerId, now());
    return { status: true, data: { user: { highScore } } };
  });
}

/** Finds the round that is submitted and whether this credential may submit its result. */
async function findSubmittedResult(
  services: Services,
  credential: Credential,
  { round: sent, ...counts }: PointsSubmission,
): Promise<SubmittedResult> {
  if (!sent) throw new Refusal(422, 'round/missing', 'A result counts only with its round');
  const round = await findRound(services.db, sent.id);
  if (!round) throw unknownRound();
  if ('session' in credential) {
    if (round.player_id !== credential.session.playerId) {
      throw new Refusal(403, 'round/not-yours', 'This round belongs to another player');
    }
  } else if (!isRoundSecret(credential.roundSecret, round.secret_hash)) {
    throw unknownRound();
  }
  return { playerId: round.player_id, submission: { ...counts, round: sent } };
}

function unknownRound(): Refusal {
  return new Refusal(404, 'round/unknown', 'There is no such round');
}

import type { FastifyBaseLogger } from 'fastify';
import { getUserPoints } from '../../src/contract/endpoints/boards.ts';
import { postPoints } from '../../src/contract/endpoints/points.ts';
import type { Place, PointsSubmission } from '../../src/contract/rounds.ts';
import type { Pool } from '../../src/rules/networks.ts';
import type { Credential } from '../accounts/authorization.ts';
import { readUser } from '../accounts/players.ts';
import { type PlayerSession, tokenFor } from '../accounts/sessions.ts';
import { periodOf } from '../boards/boards.ts';
import { periodsOf } from '../boards/credit.ts';
import { readPoints } from '../boards/read.ts';
import { Refusal } from '../http/errors.ts';
import { callOf, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { readWeekPlace, type WeekPlace } from '../prizes/place.ts';
import { readBests } from '../rounds/bests.ts';
import { countResult, findRound, type SubmittedResult } from '../rounds/count.ts';
import { isRoundSecret } from '../rounds/secrets.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

/** Delivering a round's result, and the points it adds to (game.md#how-a-round-is-counted). */
export function pointRoutes(app: App, services: Services): void {
  const { db, now } = services;

  route(app, postPoints, async (request) => {
    const { credential, log } = request;
    const submitted = await findSubmittedResult(services, credential, request.body);
    const { playerId } = submitted;
    const isOwn = 'session' in credential;
    // One moment for all of it: the week may end meanwhile.
    const at = now();
    const week = periodOf('weekly', at, 'current').startsAt;
    const showsPlace = isOwn && isOnBoardOfWeek(submitted, credential.session, at);
    const before = showsPlace ? await findPlace(services, log, { ...submitted, at }) : null;
    const call = callOf(request, `player ${playerId}`);
    const { awarded, from } = await once(services, call, async (trx) => ({
      awarded: await countResult(trx, services, submitted, at),
      // A repeat is told from where the result moved its player, not where they stood by then.
      from: before && { place: before.place, week },
    }));
    if (!isOwn) return { status: true, data: { awarded } };
    const isMoved = showsPlace && from?.week === week;
    const after = isMoved ? await findPlace(services, log, { ...submitted, at }) : null;
    return {
      status: true,
      data: {
        // Read anew for a repeat too: an old balance would overwrite a newer one on the phone.
        user: await readUser(db, playerId, now()),
        awarded,
        place: after && movedTo(from?.place ?? null, after),
      },
      meta: { token: await tokenFor(services, credential.session) },
    };
  });

  route(app, getUserPoints, async ({ session, log }) => {
    const { playerId, pool } = session;
    const highScore = await readPoints(db, 'weekly', playerId, now());
    const found = await findPlace(services, log, { playerId, pool, at: now() });
    return {
      status: true,
      data: {
        user: { highScore },
        week: found && weekOf(found),
        bests: await readBests(db, playerId),
      },
    };
  });
}

/** With the pool and the moment (epoch milliseconds) that its round was issued in. */
type FoundResult = SubmittedResult & { pool: Pool; issuedAt: number };

/** Whether a result that comes now counts on the week's board that its player sees (game.md#your-place). */
function isOnBoardOfWeek(
  { pool, issuedAt }: FoundResult,
  session: Pick<PlayerSession, 'pool'>,
  at: number,
): boolean {
  const counting = periodsOf({ pool, played: 'round', issuedAt, arrivedAt: at });
  const { startsAt } = periodOf('weekly', at, 'current');
  const isThisWeek = counting.some((one) => one.board === 'weekly' && one.startsAt === startsAt);
  return isThisWeek && session.pool === pool;
}

/** A board that does not answer costs nobody a result, nor their points. */
async function findPlace(
  { db, ranking }: Services,
  log: FastifyBaseLogger,
  { playerId, pool, at }: Pick<FoundResult, 'playerId' | 'pool'> & { at: number },
): Promise<WeekPlace | null> {
  try {
    return await readWeekPlace(db, ranking, { playerId, pool, at });
  } catch (err) {
    log.warn({ err }, 'a place could not be read');
    return null;
  }
}

function movedTo(before: number | null, { place, ...rest }: WeekPlace): Place {
  return { before, after: place, ...rest };
}

function weekOf({ place, toNext, cashNaira }: WeekPlace) {
  return { place, toNext, cashNaira };
}

/** Finds the round that is submitted and whether this credential may submit its result. */
async function findSubmittedResult(
  services: Services,
  credential: Credential,
  { round: sent, ...counts }: PointsSubmission,
): Promise<FoundResult> {
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
  const { player_id: playerId, pool, issued_at } = round;
  const submission = { ...counts, round: sent };
  return { playerId, pool, issuedAt: issued_at.getTime(), submission };
}

function unknownRound(): Refusal {
  return new Refusal(404, 'round/unknown', 'There is no such round');
}

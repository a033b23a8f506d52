import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { getUserPoints } from '../../src/contract/boards.ts';
import { getCategories } from '../../src/contract/categories.ts';
import { putCategoryPlay } from '../../src/contract/endpoints/category-plays.ts';
import { getDailyPlays, getQuestions, getReducePlay } from '../../src/contract/endpoints/rounds.ts';
import { type Place, type PointsSubmission, postPoints } from '../../src/contract/points.ts';
import { postQuestionReport } from '../../src/contract/question-reports.ts';
import type { Pool } from '../../src/rules/networks.ts';
import { readUser } from '../accounts/players.ts';
import { type Credential, type PlayerSession, tokenFor } from '../accounts/sign-in/sessions.ts';
import { periodOf, periodsOf, readPoints } from '../boards/boards.ts';
import { callOf, once } from '../http/idempotency.ts';
import { signedAddress } from '../http/limits.ts';
import { type App, Refusal } from '../http/serve.ts';
import { readWeekPlace, type WeekPlace } from '../prizes/places.ts';
import { countResult, findRound, type SubmittedResult } from '../rounds/count.ts';
import { readDay, reducePlay } from '../rounds/expire.ts';
import { isRoundSecret, openRound } from '../rounds/open.ts';
import { reportQuestion } from '../rounds/question-reports.ts';
import { readBests } from '../rounds/terms.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

/** The calls of a round, from its category to its result. */
export function roundRoutes(app: App, services: Services): void {
  categoryRoutes(app, services);
  playRoutes(app, services);
  questionRoutes(app, services);
  pointRoutes(app, services);
}

/**
 * The calls of questions. Taking the questions of a category opens a round (api.md#rounds-in-replies). A
 * player can also report that a question is wrong (help.md#reports-of-questions).
 */
function questionRoutes(app: App, services: Services): void {
  const { now, roundSecrets } = services;

  route(app, services, getQuestions, async (request) => {
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
    const { round, questions } = await request.once((trx) => openRound(trx, services, asked));
    return {
      status: true,
      data: questions.map(({ answer, ...question }) => ({ ...question, answers: answer })),
      meta: {
        token: await tokenFor(services, session),
        round: { ...round, secret: roundSecrets.secretOf(round.id) },
      },
    };
  });

  route(app, services, postQuestionReport, async (request) => {
    const { playerId } = request.session;
    const report = { playerId, questionId: request.params.id, ...request.body };
    return request.once(async (trx) => {
      await reportQuestion(trx, report, now());
      return { status: true, data: null, message: 'Thanks. We will look at it.' };
    });
  });
}

/** Takes a round's result, and gives the player's points (game.md#how-a-round-is-counted). */
function pointRoutes(app: App, services: Services): void {
  const { db, now } = services;

  route(app, services, postPoints, async (request) => {
    const { credential, log } = request;
    const submitted = await findSubmittedResult(services, credential, request.body);
    const { playerId } = submitted;
    const isOwn = 'session' in credential;
    // All steps use the same moment, because the week may end meanwhile.
    const at = now();
    const week = periodOf('weekly', at, 'current').startsAt;
    const showsPlace = isOwn && isOnBoardOfWeek(submitted, credential.session, at);
    const before = showsPlace ? await findPlace(services, log, { ...submitted, at }) : null;
    const call = callOf(request, `player ${playerId}`);
    const { awarded, from } = await once(services, call, async (trx) => ({
      awarded: await countResult(trx, services, submitted, at),
      // A repeat gets the place from which the result moved its player, not the player's place by then.
      from: before && { place: before.place, week },
    }));
    if (!isOwn) return { status: true, data: { awarded } };
    const isMoved = showsPlace && from?.week === week;
    const after = isMoved ? await findPlace(services, log, { ...submitted, at }) : null;
    return {
      status: true,
      data: {
        // A repeat reads the player anew too, because an old balance would overwrite a newer balance on the
        // phone.
        user: await readUser(db, playerId, now()),
        awarded,
        place: after && movedTo(from?.place ?? null, after),
      },
      meta: { token: await tokenFor(services, credential.session) },
    };
  });

  route(app, services, getUserPoints, async ({ session, log }) => {
    const { playerId, pool } = session;
    const highScore = await readPoints(db, 'weekly', playerId, now());
    const found = await findPlace(services, log, { playerId, pool, at: now() });
    return {
      status: true,
      data: {
        user: { highScore },
        week: found && shownPlace(found),
        bests: await readBests(db, playerId),
      },
    };
  });
}

/** A result with its round's pool, and with the moment (epoch milliseconds) at which the round was issued. */
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

/**
 * Reads a player's place. If the board does not answer it gives `null`, so that nobody loses a result or
 * points.
 */
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

function shownPlace({ place, toNext, cashNaira }: WeekPlace) {
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

/** The calls of a player's plays of the day and play streak (game.md#daily-plays). */
function playRoutes(app: App, services: Services): void {
  const { db, now } = services;

  route(app, services, getReducePlay, (request) =>
    request.once(async (trx) => {
      await reducePlay(trx, request.session.playerId, now());
      return { status: true, data: null };
    }),
  );

  route(app, services, getDailyPlays, async ({ session: { playerId } }) => {
    const { plays, streak } = await readDay(db, playerId, now());
    return { status: true, data: { count: plays, streak } };
  });
}

/** Lists the categories, and counts how popular each category is (game.md#categories). */
function categoryRoutes(app: App, services: Services): void {
  route(app, services, getCategories, async ({ query }) => {
    const size = Number(query.size);
    const start = (Number(query.page) - 1) * size;
    return {
      status: true,
      data: services.bank.categories.slice(Math.max(0, start), start + size),
    };
  });

  route(app, services, putCategoryPlay, async (request) => {
    const { categoryId } = request.params;
    requireCategory(services, categoryId);
    return request.once(async (trx) => {
      await trx
        .insertInto('category_plays')
        .values({ category_id: categoryId, plays: 1 })
        .onConflict((conflict) =>
          conflict.column('category_id').doUpdateSet({ plays: sql`category_plays.plays + 1` }),
        )
        .execute();
      return { status: true, data: null };
    });
  });
}

/** Refuses a category that is unknown or not active. */
function requireCategory(services: Services, categoryId: string): void {
  const isOffered = services.bank.categories.some(
    ({ id, isActive }) => id === categoryId && isActive,
  );
  if (!isOffered) throw new Refusal(404, 'category/unknown', 'This category is not on offer');
}

import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { getBuyTicket } from '../../src/contract/endpoints/tickets.ts';
import {
  getCurrentRun,
  getRushQuestions,
  postPowerUp,
  postRushAnswer,
  postRushPoints,
} from '../../src/contract/rush.ts';
import { RUSH_TICKET } from '../../src/rules/money.ts';
import { readUser } from '../accounts/players.ts';
import { type PlayerSession, tokenFor } from '../accounts/sign-in/sessions.ts';
import { callOf, onceTold } from '../http/idempotency.ts';
import { signedAddress } from '../http/limits.ts';
import { type App, Refusal } from '../http/serve.ts';
import { mismatch } from '../payments/mobile-money.ts';
import { findExpected, verifyPayment } from '../payments/reconcile.ts';
import { notingAttempts } from '../rush/attempts.ts';
import { answerLevel, applyPowerUp, leaveRun, type Move } from '../rush/moves.ts';
import {
  ended,
  fewAtOnce,
  findOpenRun,
  findRun,
  openRun,
  sealQuestion,
  sealRun,
} from '../rush/runs.ts';
import type { Services } from '../services.ts';
import { type EndpointRequest, route, userReply } from './route.ts';

/** The calls of Millionaire Rush: its tickets and its runs. */
export function rushRoutes(app: App, services: Services): void {
  ticketRoutes(app, services);
  runRoutes(app, services);
}

/** The calls of playing a run of Millionaire Rush (game.md#sealed-runs). */
function runRoutes(app: App, services: Services): void {
  const { db, now, sign, tierParts } = services;
  const atOnce = fewAtOnce();

  /** Routes a player's call, and lets only a few calls of a player run at the same time. */
  function playersRoute<E extends Endpoint & { who: 'player' }>(
    endpoint: E,
    handler: (request: EndpointRequest<E>) => Promise<unknown>,
  ): void {
    route(app, services, endpoint, (request) => {
      const { playerId } = (request as { session: PlayerSession }).session;
      return atOnce(playerId, () => handler(request));
    });
  }

  playersRoute(getRushQuestions, async (request) => {
    const { session, query, once } = request;
    const { playerId } = session;
    const opener = {
      playerId,
      deviceHash: query.device === undefined ? null : sign('device', query.device.toLowerCase()),
      addressHash: signedAddress(services, request),
    };
    const { runId } = await once(async (trx) => ({
      runId: await openRun(trx, services, opener),
    }));
    // A repeat reads the run anew, because its clock has run meanwhile.
    const { run } = await findRun(db, playerId, runId);
    const question = sealQuestion(run);
    if (question === null) throw ended();
    return {
      status: true,
      data: question,
      meta: { token: await tokenFor(services, session), run: sealRun(runId, run, now()) },
    };
  });

  playersRoute(getCurrentRun, async ({ session }) => {
    const { playerId, pool } = session;
    const row = await findOpenRun(db, playerId);
    const today = { tierParts: await tierParts(pool, 'current') };
    if (!row) return { status: true, data: null, meta: { run: null, ...today } };
    const meta = { run: sealRun(row.id, row.run, now()), ...today };
    return { status: true, data: sealQuestion(row.run), meta };
  });

  playersRoute(postRushAnswer, async (request) => {
    const move = moveOf(request, request.session.playerId, request.params.id);
    const { reply: verdict, isRepeat } = await notingAttempts(services, move, () =>
      onceTold(services, callOf(request, `player ${move.playerId}`), (trx) =>
        answerLevel(trx, services, move, request.body),
      ),
    );
    if (!isRepeat) return { status: true, data: verdict };
    return { status: true, data: verdict, meta: { run: await runAndClock(move) } };
  });

  playersRoute(postPowerUp, async (request) => {
    const move = moveOf(request, request.session.playerId, request.params.id);
    const used = await notingAttempts(services, move, () =>
      request.once((trx) => applyPowerUp(trx, services, move, request.body)),
    );
    return { status: true, data: used, meta: { run: await runAndClock(move) } };
  });

  playersRoute(postRushPoints, async (request) => {
    const { session, body } = request;
    if (!body.round) throw new Refusal(422, 'round/missing', 'A result counts only with its run');
    const move = moveOf(request, session.playerId, body.round.id);
    const result = await notingAttempts(services, move, () =>
      request.once((trx) => leaveRun(trx, services, move)),
    );
    return {
      status: true,
      data: { user: await readUser(db, move.playerId, now()), ...result },
      meta: { token: await tokenFor(services, session) },
    };
  });

  /** A run as it is now, with its clock. */
  async function runAndClock({ playerId, runId }: Move) {
    const { run } = await findRun(db, playerId, runId);
    return sealRun(runId, run, now());
  }
}

function moveOf({ receivedAt }: FastifyRequest, playerId: number, runId: string): Move {
  return { playerId, runId, at: receivedAt };
}

const TICKET_WAYS = ['card', 'mobile-money'] as const;

/** The call that buys a ticket of Millionaire Rush, if there is a way to pay for it (game.md#rush-ticket). */
function ticketRoutes(app: App, services: Services): void {
  const { config } = services;
  if (!TICKET_WAYS.some((way) => config.ways.includes(way))) return;

  // A repeat is safe even without its key, because a payment is credited once, however often it is asked
  // about.
  route(app, services, getBuyTicket, async ({ session, params: { amount, reference } }) => {
    const { playerId } = session;
    const payment = await findExpected(services, { playerId, reference, ways: TICKET_WAYS });
    if (payment.product !== RUSH_TICKET) throw mismatch('This payment is not for a ticket');
    if (amount !== String(payment.totalKobo)) throw mismatch('This is not what the ticket costs');
    const notPaid = await verifyPayment(services, payment);
    if (notPaid) return notPaid;
    return userReply(services, session);
  });
}

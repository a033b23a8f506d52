import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import {
  getCurrentRun,
  getRushQuestions,
  postPowerUp,
  postRushAnswer,
  postRushPoints,
} from '../../src/contract/endpoints/rush.ts';
import { readUser } from '../accounts/players.ts';
import { type PlayerSession, tokenFor } from '../accounts/sessions.ts';
import { signedAddress } from '../http/address-limits.ts';
import { Refusal } from '../http/errors.ts';
import { callOf, once, onceTold } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { notingAttempts } from '../rush/attempts.ts';
import { fewAtOnce } from '../rush/calls-at-once.ts';
import { leaveRun } from '../rush/end.ts';
import { openRun } from '../rush/open.ts';
import { ended, findOpenRun, findRun } from '../rush/runs.ts';
import { answerLevel, applyPowerUp, type Move } from '../rush/step.ts';
import { sealQuestion, sealRun } from '../rush/view.ts';
import type { Services } from '../services.ts';
import { type EndpointRequest, route } from './route.ts';

/** Playing a run of Millionaire Rush (game.md#sealed-runs). */
export function rushRoutes(app: App, services: Services): void {
  const { db, now, sign, tierParts } = services;
  const atOnce = fewAtOnce();

  /** A route of a player, who calls it a few times at once at most. */
  function playersRoute<E extends Endpoint & { who: 'player' }>(
    endpoint: E,
    handler: (request: EndpointRequest<E>) => Promise<unknown>,
  ): void {
    route(app, endpoint, (request) => {
      const { playerId } = (request as { session: PlayerSession }).session;
      return atOnce(playerId, () => handler(request));
    });
  }

  playersRoute(getRushQuestions, async (request) => {
    const { session, query } = request;
    const { playerId } = session;
    const opener = {
      playerId,
      deviceHash: query.device === undefined ? null : sign('device', query.device.toLowerCase()),
      addressHash: signedAddress(services, request),
    };
    const { runId } = await once(services, playersCall(request, playerId), async (trx) => ({
      runId: await openRun(trx, services, opener),
    }));
    // Read anew for a repeat: meanwhile the clock has run.
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
      onceTold(services, playersCall(request, move.playerId), (trx) =>
        answerLevel(trx, services, move, request.body),
      ),
    );
    if (!isRepeat) return { status: true, data: verdict };
    return { status: true, data: verdict, meta: { run: await standing(move) } };
  });

  playersRoute(postPowerUp, async (request) => {
    const move = moveOf(request, request.session.playerId, request.params.id);
    const used = await notingAttempts(services, move, () =>
      once(services, playersCall(request, move.playerId), (trx) =>
        applyPowerUp(trx, services, move, request.body),
      ),
    );
    return { status: true, data: used, meta: { run: await standing(move) } };
  });

  playersRoute(postRushPoints, async (request) => {
    const { session, body } = request;
    if (!body.round) throw new Refusal(422, 'round/missing', 'A result counts only with its run');
    const move = moveOf(request, session.playerId, body.round.id);
    const result = await notingAttempts(services, move, () =>
      once(services, playersCall(request, move.playerId), (trx) => leaveRun(trx, services, move)),
    );
    return {
      status: true,
      data: { user: await readUser(db, move.playerId, now()), ...result },
      meta: { token: await tokenFor(services, session) },
    };
  });

  /** Where a run stands now, with its clock. */
  async function standing({ playerId, runId }: Move) {
    const { run } = await findRun(db, playerId, runId);
    return sealRun(runId, run, now());
  }
}

function playersCall(request: FastifyRequest, playerId: number) {
  return callOf(request, `player ${playerId}`);
}

function moveOf({ receivedAt }: FastifyRequest, playerId: number, runId: string): Move {
  return { playerId, runId, at: receivedAt };
}

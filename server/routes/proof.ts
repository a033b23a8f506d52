import type { FastifyRequest } from 'fastify';
import {
  getProofRound,
  postProofAnswer,
  postProofRound,
} from '../../src/contract/endpoints/proof.ts';
import { callOf, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { lookAtPlayers } from '../prizes/look.ts';
import { answerProof } from '../proof/answer.ts';
import { openProof } from '../proof/open.ts';
import { findDue, proofStand, sealProof } from '../proof/rounds.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

/** Playing a proof round (game.md#proof-round). */
export function proofRoutes(app: App, services: Services): void {
  const { db, now } = services;

  route(app, postProofRound, async (request) => {
    const { playerId } = request.session;
    await once(services, playersCall(request, playerId), async (trx) => {
      await openProof(trx, services, playerId);
      return {};
    });
    return standing(playerId);
  });

  route(app, getProofRound, ({ session }) => standing(session.playerId));

  route(app, postProofAnswer, async (request) => {
    const { playerId } = request.session;
    const move = { playerId, at: request.receivedAt };
    const data = await once(services, playersCall(request, playerId), (trx) =>
      answerProof(trx, services, move, request.body),
    );
    // A prize that waited for it goes on at once.
    if (data.next === null) await lookAtPlayers(services, request.log, playerId);
    return { status: true, data, meta: (await standing(playerId)).meta };
  });

  /** The question on the table and its clock, read anew for a repeat: meanwhile it has run. */
  async function standing(playerId: number) {
    const round = (await findDue(db, playerId))?.round ?? null;
    const data = round && sealProof(round);
    return { status: true, data, meta: { round: round && proofStand(round, now()) } } as const;
  }
}

function playersCall(request: FastifyRequest, playerId: number) {
  return callOf(request, `player ${playerId}`);
}

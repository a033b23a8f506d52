import { getProofRound, postProofAnswer, postProofRound } from '../../src/contract/proof.ts';
import type { App } from '../http/serve.ts';
import { judgePayoutsOf } from '../prizes/judge.ts';
import { answerProof, openProof } from '../proof/proof.ts';
import { findDueProof, proofStand, sealProof } from '../proof/rounds.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

/** The calls of playing a proof round (game.md#proof-round). */
export function proofRoutes(app: App, services: Services): void {
  const { db, now } = services;

  route(app, services, postProofRound, async (request) => {
    const { playerId } = request.session;
    await request.once(async (trx) => {
      await openProof(trx, services, playerId);
      return {};
    });
    return runAndClock(playerId);
  });

  route(app, services, getProofRound, ({ session }) => runAndClock(session.playerId));

  route(app, services, postProofAnswer, async (request) => {
    const { playerId } = request.session;
    const move = { playerId, at: request.receivedAt };
    const data = await request.once((trx) => answerProof(trx, services, move, request.body));
    // A prize that waited for this proof round is judged at once.
    if (data.next === null) await judgePayoutsOf(services, request.log, playerId);
    return { status: true, data, meta: (await runAndClock(playerId)).meta };
  });

  /** The current question and its clock. A repeat reads them anew, because the clock has run meanwhile. */
  async function runAndClock(playerId: number) {
    const round = (await findDueProof(db, playerId))?.round ?? null;
    const data = round && sealProof(round);
    return { status: true, data, meta: { round: round && proofStand(round, now()) } } as const;
  }
}

import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import {
  deleteSignIns,
  deleteUser,
  getOwnData,
  getSignIns,
} from '../../src/contract/endpoints/my-data.ts';
import { findSession, signInRefusal } from '../accounts/authorization.ts';
import { askForFreshProof } from '../accounts/fresh-proof.ts';
import { endOtherSessions, readSignIns } from '../accounts/sessions.ts';
import { countPlayersCall } from '../http/address-limits.ts';
import { credentialOf } from '../http/callers.ts';
import { Refusal } from '../http/errors.ts';
import { callOf, keptReply, once } from '../http/idempotency.ts';
import type { App } from '../http/validation.ts';
import { deleteAccount } from '../my-data/delete-account.ts';
import { sectionsOf } from '../my-data/own-data.ts';
import { writeReply } from '../my-data/write-reply.ts';
import { cancelPlans } from '../payments/cancel.ts';
import { refuseWhilePaidOut } from '../prizes/deletion.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

const DELETED = { status: true, data: null };

/** What is kept about a player, their sign-ins, and the end of their account (flows.md#my-data). */
export function myDataRoutes(app: App, services: Services): void {
  const { db, now } = services;

  route(app, getOwnData, async ({ session }, reply) => {
    await countPlayersCall(services, session.playerId, 'own-data');
    reply.header('Content-Type', 'application/json');
    return Readable.from(writeReply(sectionsOf(services, session)));
  });

  route(app, getSignIns, async ({ session }) => ({
    status: true,
    data: await readSignIns(db, session, now()),
  }));

  route(app, deleteSignIns, async ({ session }) => ({
    status: true,
    data: { ended: await endOtherSessions(db, session) },
  }));

  route(app, deleteUser, async (request) => {
    // Of the token, not of its player: it is no longer good when a lost reply is asked for again.
    const call = callOf(request, `token ${services.sign('session', tokenOf(request))}`);
    if ((await keptReply(db, call)) !== null) return DELETED;
    const session = await findSession(services, request);
    if (session === null) throw signInRefusal();
    const { playerId } = session;
    await refuseWhilePaidOut(db, playerId);
    const no = await askForFreshProof(services, request, { session, answer: request.body, call });
    if (no !== null) return no;
    await endPlans(services, playerId);
    await once(services, call, async (trx) => {
      await refuseWhilePaidOut(trx, playerId);
      await deleteAccount(trx, services, { playerId, leavesTrace: true });
      return {};
    });
    return DELETED;
  });
}

function tokenOf(request: FastifyRequest): string {
  return credentialOf(request, 'Bearer') ?? '';
}

/** Nobody is charged for an account that is gone: without the operator's answer it stays. */
async function endPlans(services: Services, playerId: number): Promise<void> {
  try {
    await cancelPlans(services, playerId);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'subscription/inactive') return;
    throw error;
  }
}

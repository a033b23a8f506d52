import type { FastifyRequest } from 'fastify';
import type { SentArrival } from '../../src/contract/user.ts';
import { countArrival } from '../accounts/arrivals.ts';
import { readUser } from '../accounts/players.ts';
import { type Principal, tokenOf } from '../accounts/principals.ts';
import { makeNumberProof } from '../accounts/proofs.ts';
import { noteNetwork } from '../accounts/seen-networks.ts';
import { expireRoundsOf } from '../rounds/expire.ts';
import type { Services } from '../services.ts';

/** What a look-up tells whoever may know: the player with a token, or that there is none yet. */
export async function revealNumber(
  services: Services,
  request: FastifyRequest,
  principal: Principal,
  arrival: SentArrival = {},
) {
  const { phone, playerId, session, numberProof } = principal;
  await noteNetwork(services, request, phone);
  if (playerId === null) return unknownNumber(services, phone, numberProof);
  const { db, now } = services;
  await expireRoundsOf(db, playerId, now());
  const { token, isLogIn } = await tokenOf(services, playerId, session);
  if (isLogIn) await countArrival(services, request, 'log_ins', arrival);
  return { status: true, data: await readUser(db, playerId, now()), meta: { token } };
}

/**
 * The 'no' for a number without an account, with the proof that creates one where the policy asks
 * for it; `given`, our proof that spoke for the principal, is no way to a newer one.
 */
export function unknownNumber({ config, sign, now }: Services, phone: string, given?: string) {
  const message = 'There is no account with this phone number yet';
  const no = { status: false, data: null, message, code: 'user/unknown' };
  if (config.signInPolicy === 'open') return no;
  return { ...no, meta: { proof: given ?? makeNumberProof(sign, phone, now()) } };
}

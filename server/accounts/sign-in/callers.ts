import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { Refusal } from '../../http/serve.ts';
import type { Services } from '../../services.ts';
import { findPlayer, readPhone } from '../players.ts';
import { isNumberProof, passesProof } from './proofs.ts';
import { findSession, logIn, type PlayerSession, signInRefusal, tokenFor } from './sessions.ts';

/**
 * A caller who acts for a number: the number's player, or somebody who has proved that the number is theirs.
 */
export type NumberCaller = {
  /** The number as it is stored. */
  phone: string;
  /** The number's player; `null` while the number has no account. */
  playerId: number | null;
  /** The player's session; `null` if the caller came with a proof. */
  session: PlayerSession | null;
  /** Our own proof, if the caller came with one. */
  numberProof?: string;
};

export function idempotencyOwner({ phone, playerId }: NumberCaller): string {
  return playerId === null ? `number ${phone}` : `player ${playerId}`;
}

/**
 * Finds the caller who acts for a number by a token or a proof; `null` if there is no such caller. Throws
 * Refusal 422 `phone/invalid`.
 */
export async function findCaller(
  services: Services,
  request: FastifyRequest,
  given: string,
  proof: string | undefined,
): Promise<NumberCaller | null> {
  const phone = readPhone(given);
  const session = await findSession(services, request);
  if (session?.phone === phone) return { phone, playerId: session.playerId, session };
  if (services.config.signInPolicy === 'open') return null;
  const playerId = await findPlayer(services.db, phone);
  if (isNumberProof(services, phone, proof)) {
    // Our own proof counts only while the number has no account. Afterwards a sign-in is needed, so that a
    // player who logged out stays logged out.
    return playerId === null ? { phone, playerId, session: null, numberProof: proof } : null;
  }
  const isProven = await passesProof(services, request, phone, proof);
  return isProven ? { phone, playerId, session: null } : null;
}

/**
 * Requires a caller who may act for a number. Throws Refusal 401 `session/required`, 403 `user/not-yours` for
 * another player's token, 403 `user/proof-needed` for a proof that is not good.
 */
export async function requireCaller(
  services: Services,
  request: FastifyRequest,
  given: string,
  proof: string | undefined,
): Promise<NumberCaller> {
  const caller = await findCaller(services, request, given, proof);
  if (caller !== null) return caller;
  if (proof !== undefined && services.config.signInPolicy !== 'open') throw proofRefusal();
  if ((await findSession(services, request)) === null) throw signInRefusal();
  throw new Refusal(403, 'user/not-yours', 'This phone number belongs to another account');
}

export const PROOF_NEEDED = {
  code: 'user/proof-needed',
  message: "Open the game through your network's link to sign in",
} as const;

export function proofRefusal(): Refusal {
  const { code, message } = PROOF_NEEDED;
  return new Refusal(403, code, message);
}

/**
 * Gives the token for a reply to a player: their own token, or the token of a new session if they came with a
 * proof. `isLogIn` is true if a session was opened, unless the call is a repeat.
 */
export async function tokenOf(services: Services, playerId: number, session: PlayerSession | null) {
  if (session) return { token: await tokenFor(services, session), isLogIn: false };
  const { token, isRepeat } = await logIn(services.db, playerId, services.now());
  return { token, isLogIn: !isRepeat };
}

const POLICY_SETTING = 'sign-in-policy';

/**
 * Ends all sessions if players could sign in by number alone until now, and this server asks for a proof. The
 * policy is stored in the database. This must run before the server answers its first call.
 */
export async function endUnprovenSessions(
  { db, config }: Pick<Services, 'db' | 'config'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const policy = config.signInPolicy;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('settings')
      // In a database without this setting, nobody knows how players signed in, so the weakest policy is
      // assumed.
      .values({ name: POLICY_SETTING, value: 'open' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const { value: earlier } = await trx
      .selectFrom('settings')
      .select('value')
      .where('name', '=', POLICY_SETTING)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (earlier === policy) return;
    await trx
      .updateTable('settings')
      .set({ value: policy })
      .where('name', '=', POLICY_SETTING)
      .execute();
    if (earlier !== 'open') return;
    const { numDeletedRows } = await trx.deleteFrom('sessions').executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) {
      log.warn(`SIGN_IN_POLICY is stricter than it was: ${numDeletedRows} sessions were ended`);
    }
  });
}

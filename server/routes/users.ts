import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { postChallenge, postLogout } from '../../src/contract/endpoints/sessions.ts';
import { getUser, postUser } from '../../src/contract/endpoints/users.ts';
import { deleteSignIns, deleteUser, getOwnData, getSignIns } from '../../src/contract/my-data.ts';
import { PHOTO_MAX_BYTES, postPlayerReport, putUser } from '../../src/contract/profile.ts';
import type { NewUser, SentArrival } from '../../src/contract/user.ts';
import type { NetworkId } from '../../src/rules/networks.ts';
import { startFromTrace } from '../accounts/deleted-numbers.ts';
import {
  checkNewPlayer,
  createPlayer,
  findPlayer,
  readPhone,
  readUser,
} from '../accounts/players.ts';
import { cleanPicture, countPictureTry, findPicture } from '../accounts/profile/picture.ts';
import { checkProfile, keepProfile, reportPlayer } from '../accounts/profile/profile.ts';
import { countArrival } from '../accounts/sign-in/arrivals.ts';
import {
  findCaller,
  type NumberCaller,
  PROOF_NEEDED,
  proofRefusal,
  tokenOf,
} from '../accounts/sign-in/callers.ts';
import { askForFreshProof, startChallenge, tryCode, wrongCode } from '../accounts/sign-in/codes.ts';
import { makeNumberProof, passesProof } from '../accounts/sign-in/proofs.ts';
import { noteNetwork } from '../accounts/sign-in/seen-networks.ts';
import {
  endOtherSessions,
  endSession,
  findSession,
  openSession,
  readSignIns,
  signInRefusal,
} from '../accounts/sign-in/sessions.ts';
import { sha256 } from '../crypto/hash.ts';
import { credentialOf } from '../http/callers.ts';
import { callOf, keptReply, once, onceTold } from '../http/idempotency.ts';
import { countPlayersCall } from '../http/limits.ts';
import { type App, Refusal } from '../http/serve.ts';
import { deleteAccount, findSeenPlayer, seenCaller } from '../my-data/delete-account.ts';
import { sectionsOf } from '../my-data/own-data.ts';
import { writeReply } from '../my-data/write-reply.ts';
import { cancelPlans } from '../payments/renewal.ts';
import { creditPaidPeriods } from '../plans/plans.ts';
import { judgePayoutsOf } from '../prizes/judge.ts';
import { refuseWhilePaidOut } from '../prizes/player-payouts.ts';
import { expireRoundsOf } from '../rounds/expire.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

/** The calls of a player's sign-in, profile and data. */
export function userRoutes(app: App, services: Services): void {
  lookUpRoutes(app, services);
  sessionRoutes(app, services);
  profileRoutes(app, services);
  pictureRoutes(app, services);
  myDataRoutes(app, services);
}

/** Looks a player up by phone, and creates a player, by the policy (sign-in.md#sign-in-policies). */
function lookUpRoutes(app: App, services: Services): void {
  route(app, services, getUser, (request) =>
    lookUp(services, request, request.params.phone, request.query),
  );
  route(app, services, postUser, (request) => create(services, request, request.body));
}

async function lookUp(
  services: Services,
  request: FastifyRequest,
  given: string,
  { proof, ...arrival }: { proof?: string | undefined } & SentArrival,
) {
  const speaks = await findCaller(services, request, given, proof);
  const caller = await seenCaller(services, speaks);
  if (caller !== null) return revealNumber(services, request, caller, arrival);
  const phone = readPhone(given);
  switch (services.config.signInPolicy) {
    case 'open': {
      // Under this policy a number alone is enough to sign in.
      const playerId = await findPlayer(services.db, phone);
      return revealNumber(services, request, { phone, playerId, session: null }, arrival);
    }
    case 'operator':
      return { status: false, data: null, ...PROOF_NEEDED };
    case 'otp': {
      const challenge = await startChallenge(services, request, phone);
      const message = 'Enter the code that we sent to this number';
      return { status: false, data: null, message, code: 'user/challenge', meta: { challenge } };
    }
  }
}

async function create(services: Services, request: FastifyRequest, { proof, ...fields }: NewUser) {
  const { db, now } = services;
  const isOpen = services.config.signInPolicy === 'open';
  const player = checkNewPlayer(fields);
  if (!isOpen && !(await passesProof(services, request, player.phone, proof))) throw proofRefusal();
  const call = callOf(request, `number ${player.phone}`);
  const kept = await keptReply<{ playerId: number }>(db, call);
  const { reply, isRepeat } = kept
    ? { reply: kept, isRepeat: true }
    : await onceTold(services, call, async (trx) => {
        const playerId = await createPlayer(trx, player, now(), provenNetwork(services, proof));
        await startFromTrace(trx, services, { playerId, phone: player.phone });
        const prices = services.config.prices.plans.airtime;
        await creditPaidPeriods(trx, { phone: player.phone, playerId, prices }, now());
        return { playerId };
      });
  if (!isRepeat) await countArrival(services, request, 'sign_ups', fields);
  const { playerId } = reply;
  const data = await readUser(db, playerId, now());
  // A number alone does not show that a repeat comes from the same phone, so a repeat gets no session.
  if (isOpen && isRepeat) return { status: true, data };
  return { status: true, data, meta: { token: await openSession(db, playerId, now()) } };
}

/** The network of a number, if the operator has signed the proof. The proof has been checked already. */
function provenNetwork({ config }: Services, proof: string | undefined): NetworkId | undefined {
  const { signInPolicy, operatorNetwork } = config;
  // Under `operator` each of our proofs was given for one that the operator had signed. Under `otp` most of
  // them were given for a code, so only the operator's own proof ('v1.') counts.
  const isSigned =
    signInPolicy === 'operator' || (signInPolicy === 'otp' && proof?.startsWith('v1.'));
  return isSigned ? (operatorNetwork ?? undefined) : undefined;
}

/** Answers the look-up of a caller who may know: with the player and a token, or that there is no account. */
export async function revealNumber(
  services: Services,
  request: FastifyRequest,
  caller: NumberCaller,
  arrival: SentArrival = {},
) {
  const { phone, playerId, session, numberProof } = caller;
  await noteNetwork(services, request, phone);
  if (playerId === null) return unknownNumber(services, phone, numberProof);
  const { db, now } = services;
  await expireRoundsOf(db, playerId, now());
  const { token, isLogIn } = await tokenOf(services, playerId, session);
  if (isLogIn) await countArrival(services, request, 'log_ins', arrival);
  return { status: true, data: await readUser(db, playerId, now()), meta: { token } };
}

/**
 * The 'no' for a number without an account. Where the policy asks for a proof, it has the proof that
 * creates the account. If our own proof (`given`) spoke for the caller, the reply repeats that proof, so
 * that no proof leads to a newer one.
 */
export function unknownNumber({ config, sign, now }: Services, phone: string, given?: string) {
  const message = 'There is no account with this phone number yet';
  const no = { status: false, data: null, message, code: 'user/unknown' };
  if (config.signInPolicy === 'open') return no;
  return { ...no, meta: { proof: given ?? makeNumberProof(sign, phone, now()) } };
}

/** Answers a challenge, which opens a session, and ends a session (sign-in.md#proof-and-challenge). */
function sessionRoutes(app: App, services: Services): void {
  route(app, services, postChallenge, async (request) => {
    const { id } = request.params;
    const call = callOf(request, `challenge ${id}`);
    const outcome = await tryCode(services, request, { id, code: request.body.code }, call);
    if ('triesLeft' in outcome) return wrongCode(outcome.triesLeft);
    const { phone } = outcome;
    const playerId = await findSeenPlayer(services, phone);
    const reply = await revealNumber(
      services,
      request,
      { phone, playerId, session: null },
      request.body,
    );
    // The new session takes the place of the session that this phone had.
    const before = await findSession(services, request);
    if (before !== null && before.playerId === playerId) await endSession(services.db, before);
    return reply;
  });

  route(app, services, postLogout, async (request) => {
    const session = await findSession(services, request);
    if (session !== null) await endSession(services.db, session);
    return { status: true, data: null };
  });
}

/** The most bytes of a form besides its picture. */
const FIELDS_MAX_BYTES = 64 * 1024;

/** The calls of a player's own profile, and of reports of another player (profile.md#profile-calls). */
function profileRoutes(app: App, services: Services): void {
  const { db, now } = services;
  const limits = { bodyLimit: PHOTO_MAX_BYTES + FIELDS_MAX_BYTES };
  route(
    app,
    services,
    putUser,
    async (request) => {
      const { playerId } = request.session;
      const { image, ...texts } = request.body;
      const file = image ? Buffer.from(await image.arrayBuffer()) : null;
      const sent = { ...texts, image: file && sha256(file) };
      const call = callOf(request, `player ${playerId}`, sent);
      if ((await keptReply(db, call)) === null) {
        const profile = checkProfile(texts, now());
        if (file) await countPictureTry(db, playerId, now());
        const picture = file && (await cleanPicture(file));
        await once(services, call, async (trx) => {
          await keepProfile(trx, playerId, profile, picture, now());
          return {};
        });
        if (profile.once.dob !== undefined) {
          await judgePayoutsOf(services, request.log, playerId);
        }
      }
      const data = await readUser(db, playerId, now());
      return { status: true, data, message: 'Profile updated' };
    },
    limits,
  );
  route(app, services, postPlayerReport, async ({ session, params, body }) => {
    const report = { reporterId: session.playerId, playerId: params.id, reason: body.reason };
    await db.transaction().execute((trx) => reportPlayer(trx, report, now()));
    return { status: true, data: null, message: 'Thank you. We will look at it.' };
  });
}

/** The shipped images have the same path, but their names are never of this form. */
const ADDRESS = String.raw`/static/:name(^[0-9a-f]{32}\.jpg$)`;

const HEADERS = {
  // A name is never given to another picture.
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
};

/** Players' pictures by name (game.md#pictures). */
function pictureRoutes(app: App, { db }: Services): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: ADDRESS,
    handler: async ({ params }, reply) => {
      const picture = await findPicture(db, params.name);
      if (picture === null) throw new Refusal(404, 'route/unknown', 'There is nothing here');
      return reply.headers(HEADERS).type(picture.type).send(Buffer.from(picture.bytes));
    },
  });
}

const DELETED = { status: true, data: null };

/** The calls of a player's own data, of their sign-ins, and of deleting the account (account.md#my-data). */
function myDataRoutes(app: App, services: Services): void {
  const { db, now } = services;

  route(app, services, getOwnData, async ({ session }, reply) => {
    await countPlayersCall(services, session.playerId, 'own-data');
    reply.header('Content-Type', 'application/json');
    return Readable.from(writeReply(sectionsOf(services, session)));
  });

  route(app, services, getSignIns, async ({ session }) => ({
    status: true,
    data: await readSignIns(db, session, now()),
  }));

  route(app, services, deleteSignIns, async ({ session }) => ({
    status: true,
    data: { ended: await endOtherSessions(db, session) },
  }));

  route(app, services, deleteUser, async (request) => {
    // The key belongs to the token, not to its player, because the token has ended when a lost reply is
    // asked for again.
    const call = callOf(request, `token ${services.sign('session', requestedToken(request))}`);
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

function requestedToken(request: FastifyRequest): string {
  return credentialOf(request, 'Bearer') ?? '';
}

/**
 * Ends a player's plans, because nobody is charged for a deleted account. Without the operator's answer the
 * account stays.
 */
async function endPlans(services: Services, playerId: number): Promise<void> {
  try {
    await cancelPlans(services, playerId);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'subscription/inactive') return;
    throw error;
  }
}

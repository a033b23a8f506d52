import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { expect } from 'vitest';
import type { Reply } from '../../scripts/lib/player/call.ts';
import { type Challenge, challengeSchema } from '../../src/contract/user.ts';
import type { TestServer } from './server.ts';
import type { TestPlayer } from './test-player.ts';

/** The secret that the tests' operator signs numbers with. */
export const OPERATOR_SECRET = 'the operator of the tests signs with this';

/** The proof that an operator's gateway adds to its links; `at` in epoch milliseconds. */
export function operatorProof(
  phone: string,
  at: number,
  { nonce = randomBytes(12).toString('base64url'), secret = OPERATOR_SECRET } = {},
): string {
  const stated = `v1.${stored(phone)}.${Math.floor(at / 1000)}.${nonce}`;
  return `${stated}.${createHmac('sha256', secret).update(stated).digest('base64url')}`;
}

/** A typed phone as it is stored. */
export function stored(phone: string): string {
  return phone.replace(/^0/, '234');
}

/** The sandbox's texts to a phone, newest first. */
export async function inboxOf(server: TestServer, phone: string) {
  const reply = await server.call('GET', `/inbox/${phone}`, { api: '/sandbox' });
  return reply.body.data as { text: string; code: string; sentAt: string }[];
}

/** The challenge of a look-up. */
export async function askForCode(server: TestServer, phone: string): Promise<string> {
  return challengeOf(await server.lookUp(phone)).id;
}

/** The challenge in the reply to a look-up. */
export function challengeOf({ body }: Reply): Challenge {
  expect(body).toMatchObject({ status: false, data: null, code: 'user/challenge' });
  return v.parse(v.object({ challenge: challengeSchema }), body.meta).challenge;
}

/** Answers a challenge with a code. */
export function answerChallenge(
  server: TestServer,
  id: string,
  code: string,
  key: string = randomUUID(),
): Promise<Reply> {
  const headers = { 'idempotency-key': key };
  return server.call('POST', `/user/challenge/${id}`, { body: { code }, headers });
}

/** Proves a number with the code that is sent to it. */
export async function passChallenge(server: TestServer, phone: string): Promise<Reply> {
  const id = await askForCode(server, phone);
  const [newest] = await inboxOf(server, phone);
  return answerChallenge(server, id, newest?.code ?? '');
}

/** A new player who has signed up with a code. */
export async function signUpByCode(server: TestServer): Promise<TestPlayer> {
  const phone = server.newPhone();
  const { body } = await passChallenge(server, phone);
  return server.signUp({ phone, proof: body.meta?.proof });
}

/** A new player with an operator's signature for their number. */
export function signUpByOperator(server: TestServer): Promise<TestPlayer> {
  const phone = server.newPhone();
  return server.signUp({ phone, proof: operatorProof(phone, server.clock.at) });
}

/** A code of six digits that differs from this one. */
export function wrongCode(code: string | undefined): string {
  return code === '111111' ? '222222' : '111111';
}

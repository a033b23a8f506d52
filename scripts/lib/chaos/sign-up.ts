import { randomUUID } from 'node:crypto';
import { getUser, postUser } from '../../../src/contract/endpoints/users.ts';
import { ask, type Line } from './call.ts';

export const EMAIL = 'ada@example.com';

/** Makes an account for a number, and signs in. */
export async function signUp(
  line: Line,
  name: string,
  phone: string,
): Promise<{ id: number; token: string }> {
  const fields = { name: 'ada', email: EMAIL, phone, platform: 'rave' };
  const made = await ask(line, {
    name: `${name} sign-up`,
    endpoint: postUser,
    key: randomUUID(),
    body: fields,
  });
  // A repeated sign-up brings no token: by number alone, whoever looks it up is signed in.
  const token =
    made.meta?.token ??
    (await ask(line, { name: `${name} look-up`, endpoint: getUser, params: { phone } })).meta
      ?.token;
  return { id: Number(made.data.id), token: token ?? '' };
}

export function digits(number: number, count: number): string {
  return String(number).padStart(count, '0');
}

import { NetworkError } from '../../lib/errors.ts';

/**
 * The sign-in's calls, which load behind the screens that use them.
 * @throws NetworkError where their code does not arrive: for the player that is the same
 */
export function loadSignIn() {
  return import('./api/sign-in.ts').catch((cause) => {
    throw new NetworkError({ cause });
  });
}

import { parseArgs } from 'node:util';
import { isStoredPhone, readTypedPhone } from '../../src/rules/phone.ts';
import type { Subject } from './conformance.ts';

export const USAGE = `npm run conformance -- URL --phone NUMBER [--token TOKEN [--play] [--mobile-money URL [--pay]] [--yes]]

  URL       the base of the product API, like https://api.example.ng/api/v2
  --phone   a number to look up; where the API signs in by code, one is sent to it
  --token   a session token: its player's reads are asked too
  --play    plays one round as that player, after asking; it takes a play and a few coins
  --mobile-money URL
            the base of the mobile-money service: whose wallet the number is and its charges are asked too
  --pay     asks that wallet for ₦100, after asking; its owner's yes on the phone pays it
  --yes     does not ask`;

/** What was asked for cannot be done: the message says why. */
export class ArgumentError extends Error {
  override name = 'ArgumentError';
}

/** What the command line says. */
export type Arguments = Subject & { isAgreed: boolean };

/**
 * Reads the command line.
 * @returns `null` where help is asked for
 * @throws ArgumentError
 */
export function readArguments(args: string[]): Arguments | null {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  const [url, ...others] = positionals;
  if (url === undefined) throw new ArgumentError('The URL of the API is missing.');
  if (others.length > 0) throw new ArgumentError(`One URL, please: ${others[0]} is too much.`);
  requireUrl(url);
  if (values.phone === undefined) throw new ArgumentError('--phone is missing.');
  if (values.token?.trim() === '') throw new ArgumentError('--token is empty.');
  if (values.play && values.token === undefined) throw new ArgumentError('--play needs --token.');
  const wallets = values['mobile-money'];
  if (wallets !== undefined) {
    requireUrl(wallets);
    if (values.token === undefined) throw new ArgumentError('--mobile-money needs --token.');
  }
  if (values.pay && wallets === undefined) throw new ArgumentError('--pay needs --mobile-money.');
  return {
    url: withoutLastSlash(url),
    mobileMoneyUrl: wallets === undefined ? null : withoutLastSlash(wallets),
    phone: readPhone(values.phone),
    token: values.token ?? null,
    mayPlay: values.play ?? false,
    mayPay: values.pay ?? false,
    isAgreed: values.yes ?? false,
  };
}

function requireUrl(url: string): void {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return;
  throw new ArgumentError(`${url} is no address that starts with https:// or http://.`);
}

const withoutLastSlash = (url: string) => url.replace(/\/+$/, '');

function parsed(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const asked = { phone: text, token: text, 'mobile-money': text };
  const options = { ...asked, play: flag, pay: flag, yes: flag, help: flag };
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}

function readPhone(given: string): string {
  if (isStoredPhone(given)) return given;
  const reading = readTypedPhone(given);
  if ('message' in reading) throw new ArgumentError(`--phone ${given}: ${reading.message}.`);
  return reading.phone;
}

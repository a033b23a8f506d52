import { isIP, isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { ROUND_CREDENTIAL } from '../../src/contract/envelope.ts';
import type { Sign } from '../crypto/signatures.ts';
import { ownerOf } from '../crypto/tokens.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** How many ended tokens are remembered. If somebody shows more of them, the oldest are forgotten. */
const MOST_ENDED = 100_000;
const endedTokens = new Set<string>();

/**
 * The caller of a request, as far as it is known before the database is read. A `player` shows a token that
 * we made for them. An `unknown-token` is any other, or one whose session has ended. An `address` shows no
 * token.
 */
export type Caller = { by: 'player' | 'unknown-token' | 'address'; name: string };

export function callerOf(request: FastifyRequest, sign: Sign): Caller {
  const token = credentialOf(request, 'Bearer');
  const playerId = token === null || endedTokens.has(token) ? null : ownerOf(sign, token);
  if (playerId !== null) return { by: 'player', name: `player ${playerId}` };
  const isShown = request.headers.authorization !== undefined;
  const by = isShown ? 'unknown-token' : 'address';
  // Results that show their round's own credential must not wait behind made-up tokens.
  const scheme = credentialOf(request, ROUND_CREDENTIAL) === null ? '' : ROUND_CREDENTIAL;
  return { by, name: `${by} ${scheme} ${countedAddress(request)}` };
}

/**
 * Remembers that a token's session is over. Whoever still has the token then uses up none of its player's
 * calls.
 */
export function noteEnded(sign: Sign, token: string): void {
  if (ownerOf(sign, token) === null) return;
  endedTokens.add(token);
  if (endedTokens.size <= MOST_ENDED) return;
  for (const oldest of endedTokens) {
    endedTokens.delete(oldest);
    return;
  }
}

/** The credential that a call shows under a scheme of `Authorization`; `null` without one. */
export function credentialOf(request: FastifyRequest, scheme: string): string | null {
  const [name, value, ...rest] = (request.headers.authorization ?? '').split(' ');
  if (name?.toLowerCase() !== scheme.toLowerCase() || rest.length > 0) return null;
  return value === undefined || value === '' ? null : value;
}

/**
 * The address that a request comes from, as limits count it. An address of IPv6 is counted as the network of
 * one customer.
 */
export function countedAddress(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return networkOf(addressOf(request));
}

/**
 * The address of a request. An IPv6 address that holds an IPv4 address counts as the latter. Gives `null` for
 * a closed socket, which has no address.
 */
function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): Address | null {
  // Some proxies add a port, which differs from connection to connection: `203.0.113.1:40001` or
  // `[2001:db8::1]:443`.
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(ip)?.[1] ?? ip.replace(/^([\d.]+):\d+$/, '$1');
  // Any other text that a proxy passes on may be made up by its caller.
  const text = isIP(bare) === 0 ? (socket.remoteAddress ?? '') : bare;
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

/** One customer has 2^64 addresses of IPv6, which count as one address. */
function networkOf(address: Address | null): string {
  return address instanceof ipaddr.IPv6 ? hexOf(address.parts.slice(0, 4)) : `${address ?? ''}`;
}

const hexOf = (parts: number[]): string => parts.map((part) => part.toString(16)).join(':');

/** A network that limits count. It may make `times` as many calls as one address. */
type CountedNetwork = { network: string; bits: 64 | 56 | 48; times: number };

/**
 * The networks that a request is counted in, the narrowest first. For IPv4 it is the address alone. For IPv6
 * there are three, since one customer may have a /64, a /56 or a /48 and change addresses within it.
 */
export function countedNetworks(
  request: Pick<FastifyRequest, 'ip' | 'socket'>,
): [CountedNetwork, ...CountedNetwork[]] {
  const address = addressOf(request);
  const own: CountedNetwork = { network: networkOf(address), bits: 64, times: 1 };
  if (!(address instanceof ipaddr.IPv6)) return [own];
  const customer = hexOf(address.parts.slice(0, 3));
  const upper = ((address.parts[3] ?? 0) >> 8).toString(16).padStart(2, '0');
  return [
    own,
    { network: `${customer}:${upper}/56`, bits: 56, times: 2 },
    { network: `${customer}/48`, bits: 48, times: 4 },
  ];
}

/** The network by which somebody is recognized. Phones change addresses, but mostly within one network. */
export function homeNetwork(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const networks = countedNetworks(request);
  const { network } = networks.at(-1) ?? networks[0];
  return isIPv4(network) ? network.replace(/\.\d+$/, '.0/24') : network;
}

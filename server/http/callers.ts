import { isIP, isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { ROUND_CREDENTIAL } from '../../src/contract/envelope.ts';
import type { Sign } from '../crypto/signatures.ts';
import { ownerOf } from '../crypto/tokens.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The oldest are forgotten if somebody shows ended tokens without end. */
const MOST_ENDED = 100_000;
const endedTokens = new Set<string>();

/**
 * The caller, as far as can be told before anything is read: a player by a token that we have given
 * them, somebody with another one or one that is known to have ended, or an address alone.
 */
export type Caller = { by: 'player' | 'unknown-token' | 'address'; name: string };

export function callerOf(request: FastifyRequest, sign: Sign): Caller {
  const token = credentialOf(request, 'Bearer');
  const playerId = token === null || endedTokens.has(token) ? null : ownerOf(sign, token);
  if (playerId !== null) return { by: 'player', name: `player ${playerId}` };
  const isShown = request.headers.authorization !== undefined;
  const by = isShown ? 'unknown-token' : 'address';
  // Results that come by their rounds' own secrets must not wait behind made-up tokens.
  const scheme = credentialOf(request, ROUND_CREDENTIAL) === null ? '' : ROUND_CREDENTIAL;
  return { by, name: `${by} ${scheme} ${countedAddress(request)}` };
}

/** Remembers that the session of a token is over: somebody who still holds it uses up nothing of its player's calls. */
export function noteEnded(sign: Sign, token: string): void {
  if (ownerOf(sign, token) === null) return;
  endedTokens.add(token);
  if (endedTokens.size <= MOST_ENDED) return;
  for (const oldest of endedTokens) {
    endedTokens.delete(oldest);
    return;
  }
}

/** The credential that a call shows under a scheme of `Authorization`, or `null`. */
export function credentialOf(request: FastifyRequest, scheme: string): string | null {
  const [name, value, ...rest] = (request.headers.authorization ?? '').split(' ');
  if (name?.toLowerCase() !== scheme.toLowerCase() || rest.length > 0) return null;
  return value === undefined || value === '' ? null : value;
}

/** The address that a request comes from, as limits count it: of IPv6 the network of one customer. */
export function countedAddress(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return networkOf(addressOf(request));
}

/** An address of IPv6 that holds one of IPv4 is that one; `null` where a closed socket has none. */
function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): Address | null {
  // Some proxies add a port, which differs for each connection: `203.0.113.1:40001` or `[2001:db8::1]:443`.
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(ip)?.[1] ?? ip.replace(/^([\d.]+):\d+$/, '$1');
  // Anything else that a proxy passes on is its caller's word.
  const text = isIP(bare) === 0 ? (socket.remoteAddress ?? '') : bare;
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

/** One customer has 2^64 addresses of IPv6: they count as one. */
function networkOf(address: Address | null): string {
  return address instanceof ipaddr.IPv6 ? hexOf(address.parts.slice(0, 4)) : `${address ?? ''}`;
}

const hexOf = (parts: number[]): string => parts.map((part) => part.toString(16)).join(':');

/** A network that limits count, and how many times what one address may do it may do. */
type CountedNetwork = { network: string; bits: 64 | 56 | 48; times: number };

/**
 * The networks that a request is counted in, the narrowest first: an address of IPv4, and of IPv6 three,
 * since one customer may be given a /64, a /56 or a /48, and change addresses within it.
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

/** The network that somebody is known again by: phones change addresses, and mostly within one. */
export function homeNetwork(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const networks = countedNetworks(request);
  const { network } = networks.at(-1) ?? networks[0];
  return isIPv4(network) ? network.replace(/\.\d+$/, '.0/24') : network;
}

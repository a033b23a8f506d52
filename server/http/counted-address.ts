import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** The address that a request comes from, as limits count it: of IPv6 the network of one customer. */
export function countedAddress(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return networkPart(addressOf(request));
}

/** Some proxies write `203.0.113.1:40001` or `[2001:db8::1]:443`, where each connection differs. */
function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(ip)?.[1] ?? ip.replace(/^([\d.]+):\d+$/, '$1');
  // Whatever else a proxy passes on is its caller's word.
  return isIP(bare) === 0 ? (socket.remoteAddress ?? '') : bare;
}

/** One customer has 2^64 addresses of IPv6: they count as one. */
function networkPart(address: string): string {
  if (!isIPv6(address)) return address;
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical);
  if (mapped) {
    const [, high = '', low = ''] = mapped;
    const bytes = Buffer.from(high.padStart(4, '0') + low.padStart(4, '0'), 'hex');
    return bytes.join('.');
  }
  const [head = '', tail] = canonical.split('::');
  const groups = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const missing = tail === undefined ? 0 : 8 - groups.length - last.length;
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...last];
  return all.slice(0, 4).join(':');
}

import type { HTTPMethods } from 'fastify';
import { hmacSha512 } from '../../../server/crypto/hash.ts';
import { SANDBOX_CARD } from '../../../server/providers/open-providers.ts';
import { BASE_PATHS, type Endpoint } from '../../../src/contract/endpoint.ts';
import type { DrawnCall } from './calls.ts';
import type { Cast } from './cast.ts';

let sent = 0;

/** A drawn call as it goes to the server, each from an address of its own. */
export async function requestOf(endpoint: Endpoint, call: DrawnCall, cast: Cast) {
  const { method, base = 'product', path, bodyAs } = endpoint;
  const params = (await cast.resolve(call.params)) as DrawnCall['params'];
  const segment = (name: string) => {
    const given = params[name] ?? '';
    return typeof given === 'object' ? given.raw : encodeURIComponent(given.toWellFormed());
  };
  const query = Object.entries((await cast.resolve(call.query)) as object).flatMap(
    ([name, given]) => [given].flat().map((one) => [name, textOf(one)] as [string, string]),
  );
  const body = await cast.resolve(call.body);
  const isForm = bodyAs === 'form' && typeof body === 'object' && body !== null;
  const payload = isForm ? formOf(body) : typeof body === 'string' ? body : JSON.stringify(body);
  const authorization = await cast.authorization(call.token);
  const type = call.type ?? (isForm || payload === undefined ? undefined : 'application/json');
  sent += 1;
  return {
    method: method as HTTPMethods & 'GET',
    url: `${BASE_PATHS[base]}${path.replaceAll(/:(\w+)/g, (_, name) => segment(name))}${
      query.length > 0 ? `?${new URLSearchParams(query)}` : ''
    }`,
    headers: {
      'user-agent': Buffer.from(call.agent)
        .toString('latin1')
        .replaceAll(/[^\x20-\x7e]/g, '?'),
      ...(authorization !== undefined && { authorization }),
      ...(call.key !== undefined && { 'idempotency-key': call.key }),
      ...(type !== undefined && { 'content-type': type }),
      // Signed as the card provider signs any notice.
      ...(call.isSigned &&
        typeof payload === 'string' && {
          'x-paystack-signature': hmacSha512(SANDBOX_CARD.secretKey, Buffer.from(payload)),
        }),
    },
    ...(payload !== undefined && { payload }),
    remoteAddress: `10.${(sent >> 16) % 256}.${(sent >> 8) % 256}.${sent % 256}`,
  };
}

function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    // An invalid picture: pictures have tests of their own.
    if (name === 'image') form.append(name, new Blob([textOf(value)]), 'me.png');
    else form.append(name, textOf(value));
  }
  return form;
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

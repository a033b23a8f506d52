import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Dispatcher, Pool } from 'undici';
import { BASE_PATHS, type Endpoint, pathOf } from '../../../src/contract/endpoint.ts';
import { IDEMPOTENCY_HEADER } from '../../../src/contract/envelope.ts';

/** As long as a phone waits for an answer (flows.md#time-limit-of-a-call). */
const TIMEOUT_MS = 30_000;
/** What a proxy in front keeps open. */
const CONNECTIONS = 400;

const PHONE = {
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-NG,en;q=0.9',
  'user-agent':
    'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
};

/** A call as the app makes it. */
export type Asked = {
  endpoint: Endpoint;
  /** Where the endpoint lies, if it is none of the game's own. */
  base?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  key?: string;
  body?: object;
  token?: string;
  /** The phone's address behind the proxy. */
  address: string;
};

export type Heard = { status: number; body: unknown };

/** Calls servers by turns, over connections that are kept. */
export class ApiCaller {
  readonly #pools: readonly Pool[];
  #turn = 0;

  constructor(ports: readonly number[]) {
    const how = { connections: CONNECTIONS, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
    this.#pools = ports.map((port) => new Pool(`http://127.0.0.1:${port}`, how));
  }

  /** Rejects where no answer comes. */
  async call(asked: Asked): Promise<Heard> {
    const { endpoint, base = BASE_PATHS[endpoint.base ?? 'product'], body } = asked;
    const query = asked.query ? `?${new URLSearchParams(asked.query)}` : '';
    this.#turn = (this.#turn + 1) % this.#pools.length;
    const reply = await (this.#pools[this.#turn] as Pool).request({
      method: endpoint.method,
      path: `${base}${pathOf(endpoint, asked.params ?? {})}${query}`,
      headers: {
        ...PHONE,
        'x-forwarded-for': asked.address,
        ...(asked.token && { authorization: `Bearer ${asked.token}` }),
        ...(asked.key && { [IDEMPOTENCY_HEADER]: asked.key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.statusCode, body: JSON.parse(await textOf(reply)) };
  }
}

async function textOf({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return body.text();
  const bytes = new Uint8Array(await body.arrayBuffer());
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
}

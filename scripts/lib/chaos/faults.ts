import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestOver,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import type { Kill } from './server.ts';

/** The faults of a bad connection, and how many of a thousand requests each fault hits. */
const SHARES = {
  'request dropped': 30,
  'reply dropped': 50,
  'repeated at once': 25,
  'repeated later': 25,
  reordered: 40,
  delayed: 40,
  'cut in the request': 15,
  'cut in the reply': 15,
} as const;

/** A kind of fault. */
export type FaultKind = keyof typeof SHARES;

/** All kinds of fault. */
export const FAULT_KINDS = Object.keys(SHARES) as FaultKind[];

/** The fate of a request. `kind` is `null` if the request passes without a fault. */
type Fault = { kind: FaultKind | null; waitMs: number };

/** The longest wait of a fault: in each direction, until other requests have passed, or before the copy. */
const LONGEST_WAIT_MS: Partial<Record<FaultKind, number>> = {
  delayed: 80,
  reordered: 200,
  'repeated later': 1_500,
};

/**
 * Gives the fault for the nth time that a request is sent. It is the same for the same seed, in whatever
 * order the requests of a run are sent.
 * @param request the request's name, which is the same each time it is sent
 * @param sending from 1
 */
export function faultOf(seed: number, request: string, sending: number): Fault {
  const next = seededNumbers(seedFrom(`${seed} ${request} ${sending}`));
  let left = next() * 1000;
  for (const kind of FAULT_KINDS) {
    left -= SHARES[kind];
    if (left < 0) return { kind, waitMs: Math.round(next() * (LONGEST_WAIT_MS[kind] ?? 0)) };
  }
  return { kind: null, waitMs: 0 };
}

/** Makes a seed from a text. */
export function seedFrom(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}

/**
 * The longest time between a request's arrival and the server's kill, which may be before or after the
 * commit.
 */
const KILL_WITHIN_MS = 60;
/** One in this many restarts is killed too, while the server starts. */
const RESTARTS_PER_KILL = 3;
const START_MS = 800;

/**
 * Decides at which requests the server is killed. They are spread over all requests with the same end of the
 * name.
 */
export class KillPlan {
  readonly #ending: string;
  readonly #due: Map<number, Kill>;
  readonly #forwarded = new Map<string, number>();

  constructor(
    { ending, seed }: { ending: string; seed: string },
    { requests, kills }: { requests: number; kills: number },
  ) {
    this.#ending = ending;
    const next = seededNumbers(seedFrom(seed));
    const apart = requests / (kills + 1);
    this.#due = new Map(
      Array.from({ length: kills }, (_, index) => [
        Math.round((index + 0.5 + 0.8 * next()) * apart),
        {
          afterMs: Math.round(next() * KILL_WITHIN_MS),
          againAfterMs: index % RESTARTS_PER_KILL === 1 ? Math.round(next() * START_MS) : null,
        },
      ]),
    );
  }

  /** Counts a request that is forwarded to the server. Gives the kill that is due then, if there is one. */
  count(request: string): Kill | undefined {
    if (!request.endsWith(this.#ending)) return undefined;
    this.#forwarded.set(request, (this.#forwarded.get(request) ?? 0) + 1);
    const kill = this.#due.get(this.#forwarded.size);
    this.#due.delete(this.#forwarded.size);
    return kill;
  }

  /** How many repeated copies of requests were forwarded to the server. */
  get repeated(): number {
    const copies = [...this.#forwarded.values()].reduce((sum, copy) => sum + copy, 0);
    return copies - this.#forwarded.size;
  }
}

/** The header in which a client names its request for the relay, which removes it. */
export const NAME_HEADER = 'chaos-request';

/** How many later requests overtake a delayed request, if they come in time. */
const OVERTAKEN_BY = 3;

type Message = { name: string; method: string; path: string; headers: object; body: Buffer };
type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type Options = {
  /** Gives the fault for the nth time that a request is sent. */
  faultOf: (request: string, sending: number) => Fault;
  /** Called for each copy of a request that is forwarded to the server. */
  onForward?: (request: string) => void;
};

/** A relay that acts as a bad connection between clients and a server, with a fault for some requests. */
export class ChaosRelay {
  /** The servers' addresses, which are used in turn. The list is empty while no server listens. */
  targets: readonly URL[] = [];
  /** How often each kind of fault has happened. */
  readonly faults = Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 0])) as Record<
    FaultKind,
    number
  >;
  /** The number of replies of 500, which no fault of a connection may cause. */
  serverErrors = 0;
  #turn = 0;
  readonly #options: Options;
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #sendings = new Map<string, number>();
  readonly #held = new Set<{ overtakenBy: number; release: () => void }>();
  readonly #running = new Set<Promise<unknown>>();

  private constructor(options: Options) {
    this.#options = options;
    this.#server = createServer((request, response) =>
      this.#keep(this.#take(request, response).catch(() => response.destroy())),
    );
  }

  static async start(options: Options): Promise<ChaosRelay> {
    const relay = new ChaosRelay(options);
    relay.#server.listen(0, '127.0.0.1');
    await once(relay.#server, 'listening');
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Waits until all requests are answered, late copies too. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await this.settled();
    this.#agent.destroy();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = await readMessage(request);
    const sending = (this.#sendings.get(message.name) ?? 0) + 1;
    this.#sendings.set(message.name, sending);
    const { kind, waitMs } = this.#options.faultOf(message.name, sending);
    if (kind !== null) this.faults[kind] += 1;
    switch (kind) {
      case 'request dropped':
        response.destroy();
        return;
      case 'cut in the request':
        await this.#forwardHalf(message);
        response.destroy();
        return;
      case 'reply dropped':
        await this.#forward(message);
        response.destroy();
        return;
      case 'cut in the reply':
        sendHalf(response, await this.#forward(message));
        return;
      case 'repeated at once': {
        const [first] = await Promise.all([this.#forward(message), this.#forward(message)]);
        return send(response, first);
      }
      case 'repeated later':
        this.#keep(wait(waitMs).then(() => this.#forward(message)));
        break;
      case 'delayed':
        await wait(waitMs);
        await sendLater(response, await this.#forward(message), waitMs);
        return;
      case 'reordered':
        await this.#letOthersPass(waitMs);
        break;
    }
    send(response, await this.#forward(message));
  }

  #keep(work: Promise<unknown>): void {
    const kept = work.catch(() => {}).finally(() => this.#running.delete(kept));
    this.#running.add(kept);
  }

  async #letOthersPass(waitMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = { overtakenBy: 0, release: resolve };
    this.#held.add(held);
    await Promise.race([promise, wait(waitMs)]);
    this.#held.delete(held);
  }

  #open({ name, method, path, headers }: Message) {
    const target = this.targets[this.#turn++ % this.targets.length];
    if (!target) throw new Error('No server listens.');
    this.#options.onForward?.(name);
    for (const held of this.#held) {
      held.overtakenBy += 1;
      if (held.overtakenBy === OVERTAKEN_BY) held.release();
    }
    const agent = this.#agent;
    const to = { host: target.hostname, port: target.port, agent };
    const outgoing = requestOver({ ...to, method, path, headers: { ...headers } });
    // A caller that waits for the reply gets the error. Later errors, as of a killed server, are expected.
    return outgoing.on('error', () => {});
  }

  async #forward(message: Message): Promise<Reply> {
    const outgoing = this.#open(message).end(message.body);
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, headers } = incoming;
    const body = await buffer(incoming);
    if (status === 500) this.serverErrors += 1;
    return { status, headers, body };
  }

  /** Closes the connection in the middle of the body, or right after a request without a body. */
  async #forwardHalf(message: Message): Promise<void> {
    const outgoing = this.#open(message);
    const half = message.body.subarray(0, message.body.length / 2);
    if (half.length > 0) outgoing.write(half, () => outgoing.destroy());
    else outgoing.end(() => outgoing.destroy());
    await once(outgoing, 'close');
  }
}

async function readMessage(request: IncomingMessage): Promise<Message> {
  const { [NAME_HEADER]: name, host: _, connection: __, ...headers } = request.headers;
  const { method = 'GET', url: path = '/' } = request;
  const body = await buffer(request);
  return { name: String(name ?? `${method} ${path}`), method, path, headers, body };
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...kept } = headers;
  response.writeHead(status, { ...kept, 'content-length': body.length }).end(body);
}

async function sendLater(response: ServerResponse, reply: Reply, waitMs: number): Promise<void> {
  await wait(waitMs);
  send(response, reply);
}

function sendHalf(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-length': body.length });
  response.write(body.subarray(0, body.length / 2), () => response.destroy());
}

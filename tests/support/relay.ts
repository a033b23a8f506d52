import { connect, createServer, type Server, type Socket } from 'node:net';
import { type LineSpeed, ShapedLine } from './shaped-line.ts';

/** A new connection costs two round trips before its first request: one for TCP, one for TLS. */
const ROUND_TRIPS_TO_CONNECT = 2;

/**
 * A line between browser and server that a test can cut or slow down. Playwright's own offline
 * switch does not reach what a service worker sends.
 */
export class Relay {
  /** The path of each request received, in order. */
  readonly asked: string[] = [];
  /** Those of them that a page or its service worker made by `fetch()`. */
  readonly fetched: string[] = [];
  /** The bytes that went through, requests and replies with their headers. */
  readonly passed = { up: 0, down: 0 };
  readonly #server: Server;
  readonly #targetPort: number;
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  #isToBeCut: () => boolean = () => false;
  #wasCut = false;
  #speed: LineSpeed | undefined;
  #up: ShapedLine | undefined;
  #down: ShapedLine | undefined;

  private constructor(targetPort: number) {
    this.#targetPort = targetPort;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  static async start(targetPort: number): Promise<Relay> {
    const relay = new Relay(targetPort);
    await new Promise<void>((resolve, reject) => {
      relay.#server.once('error', reject);
      relay.#server.listen(0, 'localhost', resolve);
    });
    return relay;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The relay is stopped.');
    return address.port;
  }

  /** Whether the line has ever been cut: from then on failed requests are expected. */
  get wasCut(): boolean {
    return this.#wasCut;
  }

  /**
   * Cuts the line at the first request for which `isTime` returns true; it reaches no server.
   * Resolves then.
   */
  cutWhen(isTime: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#isToBeCut = () => {
        if (!isTime()) return false;
        this.#isToBeCut = () => false;
        resolve();
        return true;
      };
    });
  }

  /** Ends all connections and closes new ones at once. */
  cut(): void {
    this.#isCut = true;
    this.#wasCut = true;
    this.#drop();
  }

  restore(): void {
    this.#isCut = false;
  }

  /** From now on the line is shared at this speed. Open connections end, because they are faster. */
  slow(speed: LineSpeed): void {
    this.#speed = speed;
    this.#up = new ShapedLine(speed);
    this.#down = new ShapedLine(speed);
    this.#drop();
  }

  async stop(): Promise<void> {
    this.#drop();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(client: Socket): void {
    if (this.#isCut) {
      client.destroy();
      return;
    }
    const server = connect({ port: this.#targetPort, host: 'localhost', noDelay: true });
    client.setNoDelay(true);
    client.on('data', (chunk: Buffer) => {
      const head = chunk.toString('latin1');
      const [, path] = /^[A-Z]+ (\S+) HTTP/.exec(head) ?? [];
      if (path !== undefined) {
        this.asked.push(path);
        if (/sec-fetch-dest: empty/i.test(head)) this.fetched.push(path);
        if (this.#isToBeCut()) this.cut();
      }
      this.passed.up += chunk.length;
    });
    server.on('data', (chunk: Buffer) => {
      this.passed.down += chunk.length;
    });
    this.#keep(client, server);
    this.#keep(server, client);
    if (this.#speed && this.#up && this.#down) {
      const openAfterMs = ROUND_TRIPS_TO_CONNECT * this.#speed.roundTripMs;
      this.#up.connect(client, server, openAfterMs);
      this.#down.connect(server, client, 0);
    } else {
      client.pipe(server).pipe(client);
    }
  }

  /** An error on one side ends both; data sent before a side's end still arrives. */
  #keep(socket: Socket, other: Socket): void {
    this.#sockets.add(socket);
    socket.once('error', () => other.destroy());
    socket.once('close', () => this.#sockets.delete(socket));
  }
}

import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE, ROOT } from '../../../tests/support/project.ts';
import { KeptProcess, postgresOf, signalAll } from './process.ts';
import { type Account, accountOfDatabase, type Programs } from './programs.ts';
import {
  addressOf,
  dataOf,
  etcdOf,
  FRONTS,
  type Front,
  haproxyOf,
  NODES,
  type Node,
  type Place,
  patroniOf,
  serverOf,
  storeOf,
  WEB_PORT,
} from './templates.ts';
import { isYes, until } from './wait.ts';

const START_MS = 90_000;
const END_MS = 5_000;
const LOOK_EVERY_MS = 50;
/** Networks of the loopback, so that two drills do not meet. */
const NETWORKS = 200;

const nodes = Object.keys(NODES) as Node[];
const fronts = Object.keys(FRONTS) as Front[];

type Of<Host extends string> = Readonly<Record<Host, KeptProcess>>;

/** The hosts of `deploy/ha/`, each at an address of its own on this machine. */
export class Cluster {
  readonly place: Place;
  readonly proxies: Of<Front>;
  readonly servers: Of<Front>;
  readonly store: KeptProcess;
  readonly #etcds: Of<Node>;
  readonly #patronis: Of<Node>;
  readonly #account: Account | null;

  constructor(programs: Programs, folder: string) {
    const network = `127.${1 + (process.pid % NETWORKS)}.0.`;
    const place = { network, folder, postgres: programs.postgres };
    this.place = place;
    const account = accountOfDatabase();
    this.#account = account;
    this.#own(folder);
    for (const host of [...nodes, ...fronts]) this.#own(`${folder}/${host}`, true);
    const log = (name: string) => join(folder, `${name}.log`);
    const file = (name: string, text: string) => {
      const path = join(folder, name);
      writeFileSync(path, text, { mode: 0o600 });
      this.#own(path);
      return path;
    };
    this.#etcds = each(nodes, (node) => {
      const env = etcdOf(node, place);
      return new KeptProcess({
        program: programs.etcd,
        args: [],
        env,
        account,
        log: log(`${node}-etcd`),
      });
    });
    this.#patronis = each(nodes, (node) => {
      const args = [file(`${node}.yml`, patroniOf(node, place))];
      return new KeptProcess({
        program: programs.patroni,
        args,
        account,
        log: log(`${node}-patroni`),
      });
    });
    this.proxies = each(fronts, (front) => {
      const args = ['-db', '-f', file(`${front}.cfg`, haproxyOf(front, place))];
      return new KeptProcess({
        program: programs.haproxy,
        args,
        account,
        log: log(`${front}-haproxy`),
      });
    });
    this.servers = each(fronts, (front) => {
      const env = { LOG_LEVEL: 'warn', DATA_DIR: `${folder}/${front}`, ...serverOf(front, place) };
      return new KeptProcess({
        program: NODE,
        args: ['server/main.ts'],
        env,
        cwd: ROOT,
        log: log(`${front}-server`),
      });
    });
    this.store = new KeptProcess({
      program: programs.store,
      args: [file('store.conf', storeOf(place))],
      account,
      cwd: folder,
      log: log('store'),
    });
  }

  /** Where players reach each host of the game. */
  get frontUrls(): URL[] {
    return fronts.map((front) => new URL(`http://${addressOf(this.place, front)}:${WEB_PORT}`));
  }

  /** Starts the database's hosts and the proxies. */
  async startDatabase(signal: AbortSignal): Promise<void> {
    for (const node of nodes) this.#etcds[node].start();
    const healths = nodes.map((node) => this.#urlOf(node, 2379, 'health'));
    const starting = { ms: START_MS, signal };
    await until(() => this.#areAll(healths), { what: 'etcd is healthy', ...starting });
    for (const node of nodes) this.#patronis[node].start();
    for (const front of fronts) this.proxies[front].start();
    const leads = async () => (await this.findPrimary()) !== null;
    await until(leads, { what: 'a database leads', ...starting });
  }

  /** Starts the game's servers and the sorted sets. */
  async startServers(signal: AbortSignal): Promise<void> {
    this.store.start();
    for (const front of fronts) this.servers[front].start();
    const what = 'both servers are ready';
    await until(() => this.areServersReady(), { what, ms: START_MS, signal });
  }

  /** The node that leads; `null` while none does. */
  async findPrimary(): Promise<Node | null> {
    for (const node of nodes) {
      if (await isYes(this.#urlOf(node, 8008, 'primary'))) return node;
    }
    return null;
  }

  /** Whether each host of the game can be reached and reaches the database. */
  areServersReady(): Promise<boolean> {
    const own = fronts.map((front) => this.#urlOf(front, 4173, 'readyz'));
    return this.#areAll([...own, ...this.frontUrls.map((front) => new URL('readyz', front).href)]);
  }

  /** A database's machine loses its power. */
  async killNode(node: Node): Promise<void> {
    signalAll(this.#pidsOf(node), 'SIGKILL');
    await Promise.all([this.#patronis[node].hold(), this.#etcds[node].hold()]);
    signalAll(postgresOf(dataOf(node, this.place)), 'SIGKILL');
  }

  /** It is switched on again. */
  startNode(node: Node): void {
    this.#etcds[node].start();
    this.#patronis[node].start();
  }

  /** Its PostgreSQL alone dies. */
  killPostgres(node: Node): void {
    signalAll(postgresOf(dataOf(node, this.place)), 'SIGKILL');
  }

  /** It stands still, and its connections stay open. */
  freeze(node: Node): void {
    signalAll(this.#pidsOf(node), 'SIGSTOP');
  }

  /** It goes on as if nothing had been. */
  thaw(node: Node): void {
    signalAll(this.#pidsOf(node), 'SIGCONT');
  }

  /** Another node takes the lead from it, in peace. */
  async switchOver(node: Node): Promise<void> {
    const reply = await fetch(this.#urlOf(node, 8008, 'switchover'), {
      method: 'POST',
      body: JSON.stringify({ leader: node }),
    });
    if (!reply.ok) throw new Error(`No switchover: ${await reply.text()}`);
  }

  /** Ends the game's servers as an operator does. */
  async stopServers(): Promise<void> {
    await Promise.all(fronts.map((front) => this.servers[front].hold('SIGTERM')));
  }

  /** Ends all there is, at once. */
  end(): void {
    const kept = [this.#patronis, this.servers, this.proxies].flatMap((of) => Object.values(of));
    for (const one of [...kept, this.store]) one.holdNow();
    const postgres = () => nodes.flatMap((node) => postgresOf(dataOf(node, this.place)));
    signalAll(postgres(), 'SIGCONT');
    // Its own way to end at once, which gives back what it has of the machine's memory.
    for (const node of nodes) {
      signalAll(postgresOf(dataOf(node, this.place)).slice(0, 1), 'SIGQUIT');
    }
    for (const since = Date.now(); postgres().length > 0 && Date.now() < since + END_MS; ) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
    }
    signalAll(postgres(), 'SIGKILL');
    for (const node of nodes) this.#etcds[node].holdNow();
  }

  #pidsOf(node: Node): number[] {
    const groups = [this.#patronis[node], this.#etcds[node]].flatMap(({ pid }) => pid ?? []);
    return [...groups.map((pid) => -pid), ...postgresOf(dataOf(node, this.place))];
  }

  #urlOf(host: Node | Front, port: number, path: string): string {
    return `http://${addressOf(this.place, host)}:${port}/${path}`;
  }

  async #areAll(urls: readonly string[]): Promise<boolean> {
    return (await Promise.all(urls.map(isYes))).every(Boolean);
  }

  /** What the database's account is to write. */
  #own(path: string, isNew = false): void {
    if (isNew) mkdirSync(path, { mode: 0o700 });
    if (this.#account) chownSync(path, this.#account.uid, this.#account.gid);
  }
}

function each<Host extends string>(
  hosts: readonly Host[],
  make: (host: Host) => KeptProcess,
): Of<Host> {
  return Object.fromEntries(hosts.map((host) => [host, make(host)])) as Of<Host>;
}

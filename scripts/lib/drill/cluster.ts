import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { sql } from 'kysely';
import { connectPostgres } from '../../../server/database/postgres.ts';
import { NODE, ROOT } from '../../../tests/support/project.ts';
import {
  type Account,
  accountOfDatabase,
  isYes,
  KeptProcess,
  type Programs,
  postgresOf,
  signalAll,
  until,
} from './process.ts';

/** The first digits of the addresses in `deploy/ha/`. */
const NETWORK = '10.0.0.';
const ALL_OF_NETWORK = '10.0.0.0/24';
const DATABASE_PORT = 5432;

/** The addresses and folders of a drill's hosts. All hosts run on this machine, each at its own address. */
type Place = {
  /** The first three numbers of the hosts' addresses, with a dot at the end. */
  network: string;
  /** The folder with a folder for each host. */
  folder: string;
  /** The folder of PostgreSQL's programs. */
  postgres: string;
};

/** The hosts of `deploy/ha/`, by the last number of their addresses. */
export const NODES = { db1: 11, db2: 12, db3: 13 } as const;
export const FRONTS = { api1: 21, api2: 22 } as const;
export type Node = keyof typeof NODES;
export type Front = keyof typeof FRONTS;

/** The ports of a front, in place of 443 and 80, at which ordinary accounts may not listen. */
const WEB_PORT = 8443;
const PLAIN_PORT = 8080;

const addressOf = ({ network }: Pick<Place, 'network'>, host: Node | Front) =>
  `${network}${{ ...NODES, ...FRONTS }[host]}`;

type Replacement = [what: string | RegExp, by: string];

/**
 * Reads a file of `deploy/ha/` and makes all replacements. Throws if a text to replace is not in the file.
 */
function filled(file: string, replacements: readonly Replacement[]): string {
  const text = readFileSync(new URL(`../../../deploy/ha/${file}`, import.meta.url), 'utf8');
  return replacements.reduce((before, [what, by]) => {
    const isThere = typeof what === 'string' ? before.includes(what) : before.search(what) >= 0;
    if (!isThere) throw new Error(`deploy/ha/${file} has nothing like ${what}`);
    return before.replaceAll(what, by);
  }, text);
}

/** The lines that an operator changes on each node: its name and its own address. */
const own = (node: Node): Replacement[] =>
  node === 'db1'
    ? []
    : [
        [
          /(?<=_URLS=http:\/\/|listen: |connect_address: )10\.0\.0\.11/g,
          `${NETWORK}${NODES[node]}`,
        ],
      ];

/** Makes the variables of a node's etcd. */
export function etcdOf(node: Node, place: Place): NodeJS.Dict<string> {
  return parseEnv(
    filled('etcd.env', [
      [/(?<=^ETCD_NAME=)db1/gm, node],
      ...own(node),
      [NETWORK, place.network],
      ['/var/lib/etcd/football-mastermind', `${place.folder}/${node}/etcd`],
    ]),
  );
}

/** Makes the configuration of a node's Patroni. */
export function patroniOf(node: Node, place: Place): string {
  const folder = `${place.folder}/${node}`;
  return filled('patroni.yml', [
    [/(?<=^name: )db1/gm, node],
    ...own(node),
    // Calls to any loopback address come from 127.0.0.1.
    [ALL_OF_NETWORK, '127.0.0.0/8'],
    [NETWORK, place.network],
    ['/var/lib/postgresql/15/football-mastermind', dataOf(node, place)],
    ['/var/lib/postgresql/', `${folder}/`],
    ['/var/run/postgresql', folder],
    ['/usr/lib/postgresql/15/bin', place.postgres],
  ]);
}

/** The folder of a node's database. */
const dataOf = (node: Node, { folder }: Pick<Place, 'folder'>) => `${folder}/${node}/data`;

/**
 * Makes the configuration of a front's HAProxy, which has no certificate here and runs under this account.
 */
export function haproxyOf(front: Front, place: Place): string {
  const address = addressOf(place, front);
  return filled('haproxy.cfg', [
    [/^ {4}(user|group) .*\n/gm, ''],
    [/(?<=bind ):443 .*/g, `${address}:${WEB_PORT}`],
    [/(?<=bind ):80$/gm, `${address}:${PLAIN_PORT}`],
    ['127.0.0.1:', `${address}:`],
    [NETWORK, place.network],
  ]);
}

/** Makes the variables of a front's server. */
export function serverOf(front: Front, place: Place): NodeJS.Dict<string> {
  const address = addressOf(place, front);
  return parseEnv(
    filled('server.env', [
      [/(?<=^HOST=)10\.0\.0\.21/gm, address],
      ['@127.0.0.1:', `@${address}:`],
      [NETWORK, place.network],
    ]),
  );
}

/** The configuration of the sorted sets. */
export const storeOf = ({ network }: Place) => filled('valkey.conf', [[NETWORK, network]]);

/** Makes the URL by which the superuser reaches a node's database without a proxy. */
export function superuserOf(node: Node, place: Place): string {
  const password = /superuser:\s+username: postgres\s+password: (\S+)/.exec(patroniOf(node, place));
  return `postgres://postgres:${password?.[1]}@${addressOf(place, node)}:${DATABASE_PORT}/postgres`;
}

const START_MS = 90_000;
const END_MS = 5_000;
const LOOK_EVERY_MS = 50;
/** How many loopback networks a drill chooses from, so that two drills at the same time do not collide. */
const NETWORKS = 200;

const nodes = Object.keys(NODES) as Node[];
const fronts = Object.keys(FRONTS) as Front[];

type Of<Host extends string> = Readonly<Record<Host, KeptProcess>>;

/** The hosts of `deploy/ha/`, which all run on this machine, each at its own address. */
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

  /** The addresses of the game's hosts for players. */
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

  /** Finds the primary node. Gives `null` while there is none. */
  async findPrimary(): Promise<Node | null> {
    for (const node of nodes) {
      if (await isYes(this.#urlOf(node, 8008, 'primary'))) return node;
    }
    return null;
  }

  /** Whether each game server can be reached and reaches the database. */
  areServersReady(): Promise<boolean> {
    const own = fronts.map((front) => this.#urlOf(front, 4173, 'readyz'));
    return this.#areAll([...own, ...this.frontUrls.map((front) => new URL('readyz', front).href)]);
  }

  /** Kills all processes of a node at once, as when its machine loses power. */
  async killNode(node: Node): Promise<void> {
    signalAll(this.#pidsOf(node), 'SIGKILL');
    await Promise.all([this.#patronis[node].hold(), this.#etcds[node].hold()]);
    signalAll(postgresOf(dataOf(node, this.place)), 'SIGKILL');
  }

  /** Starts a killed node again. */
  startNode(node: Node): void {
    this.#etcds[node].start();
    this.#patronis[node].start();
  }

  /** Kills only PostgreSQL on a node. */
  killPostgres(node: Node): void {
    signalAll(postgresOf(dataOf(node, this.place)), 'SIGKILL');
  }

  /** Stops all processes of a node without ending them. Their connections stay open. */
  freeze(node: Node): void {
    signalAll(this.#pidsOf(node), 'SIGSTOP');
  }

  /** Lets the processes of a frozen node run again. */
  thaw(node: Node): void {
    signalAll(this.#pidsOf(node), 'SIGCONT');
  }

  /** Makes another node the primary, without a kill. */
  async switchOver(node: Node): Promise<void> {
    const reply = await fetch(this.#urlOf(node, 8008, 'switchover'), {
      method: 'POST',
      body: JSON.stringify({ leader: node }),
    });
    if (!reply.ok) throw new Error(`No switchover: ${await reply.text()}`);
  }

  /** Stops the game's servers as an operator does. */
  async stopServers(): Promise<void> {
    await Promise.all(fronts.map((front) => this.servers[front].hold('SIGTERM')));
  }

  /** Ends all processes of the cluster at once. */
  end(): void {
    const kept = [this.#patronis, this.servers, this.proxies].flatMap((of) => Object.values(of));
    for (const one of [...kept, this.store]) one.holdNow();
    const postgres = () => nodes.flatMap((node) => postgresOf(dataOf(node, this.place)));
    signalAll(postgres(), 'SIGCONT');
    // SIGQUIT is PostgreSQL's own way to end at once. It also frees the shared memory.
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

  /** Makes the database's account the owner of a path, so that it can write there. */
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

/** Whether two nodes follow the primary, and commits wait for at least one of them. */
export async function isReplicated(cluster: Cluster): Promise<boolean> {
  const node = await cluster.findPrimary();
  if (node === null) return false;
  const { db, close } = connectPostgres(superuserOf(node, cluster.place), { connections: 1 });
  try {
    const { rows } = await sql<{ following: number; waitedFor: number }>`
      select count(*) as following, count(*) filter (where sync_state = 'sync') as "waitedFor"
      from pg_stat_replication where state = 'streaming'`.execute(db);
    const [{ following = 0, waitedFor = 0 } = {}] = rows;
    return following === 2 && waitedFor >= 1;
  } catch {
    return false;
  } finally {
    await close();
  }
}

/** Makes the two roles and the database that `deploy/ha/server.env` names. */
export async function makeRoles(cluster: Cluster): Promise<void> {
  const { DATABASE_URL = '', DATABASE_MIGRATE_URL = '' } = serverOf('api1', cluster.place);
  const node = await cluster.findPrimary();
  if (node === null) throw new Error('No node leads.');
  const { db, close } = connectPostgres(superuserOf(node, cluster.place), { connections: 1 });
  const [serving, owner] = [new URL(DATABASE_URL), new URL(DATABASE_MIGRATE_URL)];
  try {
    for (const { username, password } of [serving, owner]) {
      await sql`create role ${sql.id(username)} login password ${sql.lit(password)}`.execute(db);
    }
    const database = sql.id(owner.pathname.slice(1));
    await sql`create database ${database} owner ${sql.id(owner.username)}`.execute(db);
  } finally {
    await close();
  }
}

import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** The network of `deploy/ha/`. */
const NETWORK = '10.0.0.';
const ALL_OF_NETWORK = '10.0.0.0/24';
const DATABASE_PORT = 5432;

/** Where a drill has its hosts: all on this machine, each by an address of its own. */
export type Place = {
  /** The first three numbers of their addresses, with a dot behind. */
  network: string;
  /** Where each has its folder. */
  folder: string;
  /** The folder of PostgreSQL's programs. */
  postgres: string;
};

/** The hosts of `deploy/ha/`, by the last number of their addresses. */
export const NODES = { db1: 11, db2: 12, db3: 13 } as const;
export const FRONTS = { api1: 21, api2: 22 } as const;
export type Node = keyof typeof NODES;
export type Front = keyof typeof FRONTS;

/** Where a front listens, as no ordinary account may at 80 and 443. */
export const WEB_PORT = 8443;
const PLAIN_PORT = 8080;

export const addressOf = ({ network }: Pick<Place, 'network'>, host: Node | Front) =>
  `${network}${{ ...NODES, ...FRONTS }[host]}`;

type Replacement = [what: string | RegExp, by: string];

/** A file of `deploy/ha/` with all of these put in. Throws where one is not in it. */
function filled(file: string, replacements: readonly Replacement[]): string {
  const text = readFileSync(new URL(`../../../deploy/ha/${file}`, import.meta.url), 'utf8');
  return replacements.reduce((before, [what, by]) => {
    const isThere = typeof what === 'string' ? before.includes(what) : before.search(what) >= 0;
    if (!isThere) throw new Error(`deploy/ha/${file} has nothing like ${what}`);
    return before.replaceAll(what, by);
  }, text);
}

/** What an operator changes on each node: its name and its own address. */
const own = (node: Node): Replacement[] =>
  node === 'db1'
    ? []
    : [
        [
          /(?<=_URLS=http:\/\/|listen: |connect_address: )10\.0\.0\.11/g,
          `${NETWORK}${NODES[node]}`,
        ],
      ];

/** The variables of a node's etcd. */
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

/** The configuration of a node's Patroni. */
export function patroniOf(node: Node, place: Place): string {
  const folder = `${place.folder}/${node}`;
  return filled('patroni.yml', [
    [/(?<=^name: )db1/gm, node],
    ...own(node),
    // Whoever calls an address of the loopback calls from 127.0.0.1.
    [ALL_OF_NETWORK, '127.0.0.0/8'],
    [NETWORK, place.network],
    ['/var/lib/postgresql/15/football-mastermind', dataOf(node, place)],
    ['/var/lib/postgresql/', `${folder}/`],
    ['/var/run/postgresql', folder],
    ['/usr/lib/postgresql/15/bin', place.postgres],
  ]);
}

/** The folder of a node's database. */
export const dataOf = (node: Node, { folder }: Pick<Place, 'folder'>) => `${folder}/${node}/data`;

/** The configuration of a front's HAProxy: without a certificate, as this account. */
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

/** The variables of a front's server. */
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

/** Where a node is reached as its superuser, without a proxy. */
export function superuserOf(node: Node, place: Place): string {
  const password = /superuser:\s+username: postgres\s+password: (\S+)/.exec(patroniOf(node, place));
  return `postgres://postgres:${password?.[1]}@${addressOf(place, node)}:${DATABASE_PORT}/postgres`;
}

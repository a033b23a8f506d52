import { execFileSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian has what an ordinary account's search path leaves out. */
const MORE_FOLDERS = ['/usr/sbin', '/sbin'];
const POSTGRES_LEAST = 15;

/** The programs that a cluster is made of, by their whole paths. */
export type Programs = {
  etcd: string;
  patroni: string;
  haproxy: string;
  /** Valkey's or Redis's server. */
  store: string;
  /** The folder of PostgreSQL's programs. */
  postgres: string;
};

/** Finds them; what is missing comes as its Debian package. */
export function findPrograms(): { programs: Programs; missing: string[] } {
  const missing: string[] = [];
  const found = (path: string | undefined, packageName: string): string => {
    if (path === undefined) missing.push(packageName);
    return path ?? '';
  };
  const programs = {
    etcd: found(pathOf('etcd'), 'etcd-server'),
    patroni: found(pathOf('patroni'), 'patroni'),
    haproxy: found(pathOf('haproxy'), 'haproxy'),
    store: found(pathOf('valkey-server') ?? pathOf('redis-server'), 'redis-server'),
    postgres: found(newestPostgres(), `postgresql-${POSTGRES_LEAST}`),
  };
  if (pathOf('ps') === undefined) missing.push('procps');
  return { programs, missing };
}

function pathOf(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS];
  const paths = folders.map((folder) => join(folder, program));
  return paths.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

function newestPostgres(): string | undefined {
  const versionOf = (path: string) => Number(path.split('/').at(-3));
  return globSync('/usr/lib/postgresql/*/bin/postgres')
    .filter((path) => versionOf(path) >= POSTGRES_LEAST)
    .toSorted((one, other) => versionOf(other) - versionOf(one))[0]
    ?.replace(/\/postgres$/, '');
}

/** An account that PostgreSQL runs as: it refuses root. */
export type Account = { uid: number; gid: number };

/** That of Debian's package where this process is root, else its own. */
export function accountOfDatabase(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim());
  return { uid: idOf('-u'), gid: idOf('-g') };
}

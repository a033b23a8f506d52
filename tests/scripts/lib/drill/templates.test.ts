import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  etcdOf,
  FRONTS,
  type Front,
  haproxyOf,
  NODES,
  type Node,
  patroniOf,
  serverOf,
  storeOf,
  superuserOf,
} from '../../../../scripts/lib/drill/cluster.ts';
import { findPrograms } from '../../../../scripts/lib/drill/process.ts';
import { readConfig } from '../../../../server/config/config.ts';

const PLACE = { network: '127.7.0.', folder: '/tmp/drill', postgres: '/opt/postgres/bin' };
const nodes = Object.keys(NODES) as Node[];
const fronts = Object.keys(FRONTS) as Front[];

test('a drill neither reaches another network nor writes beyond its folder', () => {
  const texts = [
    ...nodes.flatMap((node) => [JSON.stringify(etcdOf(node, PLACE)), patroniOf(node, PLACE)]),
    ...fronts.flatMap((front) => [haproxyOf(front, PLACE), JSON.stringify(serverOf(front, PLACE))]),
    storeOf(PLACE),
  ].map((text) => text.replaceAll(/^\s*#.*\n/gm, ''));
  for (const text of texts) {
    expect(text).not.toContain('10.0.0.');
    expect(text).not.toMatch(/\/(var|etc|run)\//);
  }
});

test('each node has its own name and address, and the three know each other', () => {
  const own = nodes.map((node) => ({ etcd: etcdOf(node, PLACE), patroni: patroniOf(node, PLACE) }));
  for (const [index, { etcd, patroni }] of own.entries()) {
    const address = `127.7.0.1${index + 1}`;
    expect(etcd.ETCD_NAME).toBe(nodes[index]);
    expect(etcd.ETCD_ADVERTISE_CLIENT_URLS).toBe(`http://${address}:2379`);
    expect(etcd.ETCD_INITIAL_CLUSTER?.split(',')).toHaveLength(3);
    expect(patroni).toContain(`name: ${nodes[index]}\n`);
    expect(patroni.match(/(listen|connect_address): (\S+)/g)).toEqual([
      `listen: ${address}:8008`,
      `connect_address: ${address}:8008`,
      `listen: ${address}:5432`,
      `connect_address: ${address}:5432`,
    ]);
    expect(patroni).toContain('hosts: 127.7.0.11:2379,127.7.0.12:2379,127.7.0.13:2379');
  }
  expect(new URL(superuserOf('db2', PLACE)).host).toBe('127.7.0.12:5432');
});

test('the server takes its variables, and reaches the database by its own host’s proxy', () => {
  for (const front of fronts) {
    const config = readConfig(serverOf(front, PLACE));
    const address = `127.7.0.${FRONTS[front]}`;
    expect(config.host).toBe(address);
    expect(new URL(config.databaseUrl ?? '').host).toBe(`${address}:5000`);
    expect(new URL(config.migrateUrl ?? '').host).toBe(`${address}:5000`);
    expect(haproxyOf(front, PLACE)).toContain(`bind ${address}:5000`);
  }
});

const { haproxy } = findPrograms().programs;

test.runIf(haproxy !== '')('HAProxy finds nothing wrong with its file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mastermind-haproxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, haproxyOf('api1', PLACE));
  const { status, stderr } = spawnSync(haproxy, ['-c', '-f', file], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});

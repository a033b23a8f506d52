import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../support/project.ts';
import { testServer } from '../../support/server.ts';

const server = testServer();

const read = (file: string) => readFileSync(join(ROOT, 'deploy', file), 'utf8');

let told: string[] = [];
beforeAll(async () => {
  const { body } = await server().app.inject('/metrics');
  told = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}, 60_000);

const metricsIn = (text: string) => new Set(text.match(/\b(?:fom|process)_[a-z_]+/g));

test.each(['prometheus-alerts.yml', 'grafana-dashboard.json'])(
  'the server has each metric that deploy/%s names',
  (file) => {
    const named = [...metricsIn(read(file))];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !told.includes(name))).toEqual([]);
  },
);

test.each(['prometheus-alerts.yml', 'grafana-dashboard.json'])(
  'deploy/%s asks for the figures of our own job alone',
  (file) => {
    const queries = read(file)
      .replaceAll('\\"', '"')
      .match(/\b(?:fom|process)_[a-z_]+(?:\{[^}]*\})?/g);
    expect(queries?.filter((query) => !query.includes('{job="'))).toEqual([]);
  },
);

test('each metric of the server is on the dashboard or in an alert', () => {
  const named = metricsIn(read('prometheus-alerts.yml') + read('grafana-dashboard.json'));
  const seen = (name: string) =>
    named.has(name) || named.has(name.replace(/_(sum|count)$/, '_bucket'));
  expect(told.filter((name) => !seen(name))).toEqual([]);
});

test('the dashboard has panels that name their query, each in a place of its own', () => {
  const { panels } = JSON.parse(read('grafana-dashboard.json')) as {
    panels: { id: number; gridPos: { x: number; y: number }; targets: { expr: string }[] }[];
  };
  const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
  expect(new Set(places).size).toBe(panels.length);
  expect(panels.flatMap(({ targets }) => targets).every(({ expr }) => expr !== '')).toBe(true);
});

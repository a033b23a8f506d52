import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '../../../scripts/lib/all-endpoints.ts';
import type { App } from '../../../server/http/serve.ts';
import { BASE_PATHS } from '../../../src/contract/endpoint.ts';
import { testServer } from '../../support/server.ts';

/** The routes outside the contract, and their users. */
const OTHERS = [
  /^\/(healthz|readyz|metrics|he\.php)\/?$/, // the operator of the server, the operator's gateway
  /^\/api\/docs(\/openapi\.json)?$/, // engineers
  /^\/sandbox\//, // the providers' stand-ins
  /^\/static\/|^\/(\*|index\.html)?$/, // files
];

const routes: RouteOptions[] = [];
const collect = (message: unknown) => {
  const { fastify } = message as { fastify: App };
  fastify.addHook('onRoute', (route) => void routes.push(route));
};

const endpoints = await allEndpoints();

beforeAll(() => subscribe('fastify.initialization', collect));
afterAll(() => unsubscribe('fastify.initialization', collect));
testServer({ env: { API_DOCS: 'on', SIGN_IN_POLICY: 'otp' } });

test('each call of the contract has one route, and each route of the API is of one call', () => {
  const ofApi = routes.filter(({ url }) => !OTHERS.some((other) => other.test(url)));
  const mounted = ofApi.map(({ method, url, config }) => {
    const of = endpoints.find(({ endpoint }) => endpoint === config?.endpoint);
    return of?.name ?? `${method} ${url} of no call`;
  });
  expect([...new Set(mounted)].sort()).toEqual(endpoints.map(({ name }) => name).sort());
  for (const { name, endpoint } of endpoints) {
    const { method, base = 'product', path } = endpoint;
    const own = ofApi.filter(({ config }) => config?.endpoint === endpoint);
    // A last slash may be left out.
    const addresses = new Set(own.map(({ url }) => url.replace(/\/$/, '')));
    expect([...addresses], name).toEqual([`${BASE_PATHS[base]}${path.replace(/\/$/, '')}`]);
    expect(
      own.map((route) => route.method),
      name,
    ).toEqual(own.map(() => method));
  }
});

test('each call of the contract has an address of its own', () => {
  const addresses = endpoints.map(({ endpoint: { method, base, path } }) => {
    return `${method} ${base} ${path.replaceAll(/:\w+/g, ':')}`;
  });
  expect(new Set(addresses).size).toBe(addresses.length);
});

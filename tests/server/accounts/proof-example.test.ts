import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testServer } from '../../support/server.ts';

const RECORD = new URL('../../../docs/decisions/0008-sign-in-policies.md', import.meta.url);
const record = readFileSync(RECORD, 'utf8');
const example = (part: string) => new RegExp(`^${part} {2,}(.+)$`, 'm').exec(record)?.[1] ?? '';
const [secret, signed, proof] = ['secret', 'signed', 'proof'].map(example) as [
  string,
  string,
  string,
];
const [, phone = '', seconds = ''] = signed.split('.');
const SIGNED_AT = Number(seconds) * 1000;

const server = testServer({
  now: SIGNED_AT,
  env: { SIGN_IN_POLICY: 'operator', OPERATOR_PROOF_SECRET: secret },
});
const command = /```sh\n(.+)\n```/.exec(record)?.[1] ?? '';
/** The signature that the record's command makes for a text. */
const signBy = (text: string) =>
  execFileSync('sh', ['-c', command], {
    env: { PATH: process.env.PATH ?? '', secret, signed: text },
    encoding: 'utf8',
  }).trim();
const lookUp = (shown: string) => server().call('GET', `/user/${phone}?proof=${shown}`);

test('the example of the record adds up', () => {
  expect(proof).toBe(`${signed}.${example('signature')}`);
  expect(record).toContain(`with ${new Date(SIGNED_AT).toISOString().replace('.000', '')} as`);
});

test('the command of the record makes the example’s signature', () => {
  expect(signBy(signed)).toBe(example('signature'));
});

test('the server takes the proof of the record, as its gateway would have made it', async () => {
  expect((await lookUp(`${proof}A`)).body.code).toBe('user/proof-needed');
  expect((await lookUp(proof)).body.code).toBe('user/unknown');
});

test('the nonces that the record allows are those that the server takes', async () => {
  for (const [nonce, code] of [
    ['AZaz09_-', 'user/unknown'],
    ['n'.repeat(64), 'user/unknown'],
    ['n'.repeat(7), 'user/proof-needed'],
    ['n'.repeat(65), 'user/proof-needed'],
    ['a+b/c=de', 'user/proof-needed'],
  ] as const) {
    const stated = `v1.${phone}.${seconds}.${nonce}`;
    const shown = encodeURIComponent(`${stated}.${signBy(stated)}`);
    expect((await lookUp(shown)).body.code).toBe(code);
  }
});

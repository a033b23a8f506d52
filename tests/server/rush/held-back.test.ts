import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { buildBank } from '../../support/bank.ts';
import { openedRun } from '../../support/rush.ts';
import { testServer } from '../../support/server.ts';

const server = testServer({ bank: buildBank(200) });

/** A call on a connection of its own, its body held back; `send` sends it, and gives the reply. */
async function dial(path: string, token: string, body: string) {
  const { app } = server();
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const arrived = new Promise((resolve) => app.server.once('request', resolve));
  const line = connect(port, '127.0.0.1');
  const head = [
    `POST /api/v2${path} HTTP/1.1`,
    'Host: a',
    'Connection: close',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    '',
  ];
  line.write(head.join('\r\n'));
  await arrived;
  // A whole call after it: by then the head has been read.
  await server().call('GET', '/misc/config');
  return {
    send: async () => {
      line.write(body);
      let said = '';
      for await (const part of line) said += part;
      return said;
    },
  };
}

test('an answer counts from when all of it has come: who keeps it back gains no time', async () => {
  const { player, phone, run } = await openedRun(server());
  const { answer } = await phone.cheat(run);
  const body = JSON.stringify({ level: 1, choice: answer, end: 'answered', ms: 2000 });
  const call = await dial(`/rush/runs/${run}/answers`, player.token, body);
  server().clock.at += 29_000;
  expect(await call.send()).toContain('"ended":"timeout"');
});

test('a power-up too: a clock is not frozen by a call from before', async () => {
  const { player, run } = await openedRun(server());
  const body = JSON.stringify({ level: 1, powerUp: 'time-freeze' });
  const call = await dial(`/rush/runs/${run}/power-ups`, player.token, body);
  server().clock.at += 29_000;
  expect(await call.send()).toContain('"ended":"timeout"');
});

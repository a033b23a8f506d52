import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { askDesk } from '../../../server/desk/socket.ts';

test('a server that ends before it answers is reported, not shown as done', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mastermind-socket-'));
  const server = createServer((socket) => socket.destroy()).listen(join(folder, 'desk.sock'));
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const asked = { args: ['payments', 'refund', 'FOM-1'], key: null };
  await expect(askDesk(folder, asked)).rejects.toThrow(/^The server ended before it answered/);
});

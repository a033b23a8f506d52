import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { NODE, ROOT, SHORT_LIVED } from '../../support/project.ts';
import { startProcess } from '../../support/server-process.ts';

/** A command in a process of its own. */
export async function desk(env: Record<string, string>, ...args: string[]) {
  const child = spawn(NODE, [...SHORT_LIVED, join(ROOT, 'server/desk/main.ts'), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await ended;
  return { status, stdout, stderr };
}

export async function aServer(env: Record<string, string>) {
  const server = startProcess(env);
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  });
  return { ...server, address: await server.ready };
}

/** The key that adding the first operator tells. */
export async function firstKey(env: Record<string, string>): Promise<string> {
  const { stdout } = await desk(env, 'operators', 'add', 'ngozi');
  return /^ngozi is added\. .*\n(\S{32})\n$/.exec(stdout)?.[1] ?? '';
}

export async function subscribe(address: string, phone: string): Promise<void> {
  const body = JSON.stringify({ name: 'ada', email: 'a@b.ng', phone, platform: 'rave' });
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${address}/api/v2/user/`, { method: 'POST', headers, body });
  const { meta } = (await reply.json()) as { meta: { token: string } };
  const path = `/api/v2/payments/subscription/airtime/verify/${phone}`;
  await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${meta.token}` } });
}

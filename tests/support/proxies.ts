import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './project.ts';

/** The proxies with a configuration in `deploy/`. */
export const PROXIES = {
  Caddy: { file: 'deploy/Caddyfile', needs: ['caddy'], prepare: prepareCaddy },
  nginx: { file: 'deploy/nginx.conf', needs: ['nginx', 'openssl'], prepare: prepareNginx },
  HAProxy: {
    file: 'deploy/ha/haproxy.cfg',
    needs: ['haproxy', 'openssl'],
    prepare: prepareHaproxy,
  },
};

export type ProxyName = keyof typeof PROXIES;

/** The needs of a proxy in a test: ports of its own, and a folder for everything that it writes. */
type Place = {
  config: string;
  folder: string;
  port: number;
  plainPort: number;
  serverPort: number;
};

type Command = [program: string, ...args: string[]];

/** The missing programs for running a proxy here. */
export function missingFor(name: ProxyName): string[] {
  return PROXIES[name].needs.filter((program) => spawnSync(program, ['version']).error);
}

/** Runs a proxy by its file of `deploy/`, at `https://localhost:<port>`, before a server on the loopback. */
export async function startProxy(name: ProxyName, serverPort: number, folder: string) {
  const { file, prepare } = PROXIES[name];
  await mkdir(folder);
  const text = await readFile(join(ROOT, file), 'utf8');
  const config = text.replaceAll('127.0.0.1:4173', `127.0.0.1:${serverPort}`);
  const port = await freePort();
  const plainPort = await freePort();
  const [program, ...args] = await prepare({ config, folder, port, plainPort, serverPort });
  const child = spawn(program, args, {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await listens(child, port);
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}

async function prepareCaddy({ config, folder, port }: Place): Promise<Command> {
  const path = join(folder, 'Caddyfile');
  // It signs its certificates itself, and changes nothing on this machine.
  const alone = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n';
  await writeFile(
    path,
    config.replace(/^\{\n/m, alone).replace('game.example.ng', `localhost:${port}`),
  );
  return ['caddy', 'run', '--adapter', 'caddyfile', '--config', path];
}

async function prepareNginx({ config, folder, port, plainPort }: Place): Promise<Command> {
  const { key, certificate } = makeCertificate(folder);
  await writeFile(
    join(folder, 'site.conf'),
    config
      .replace(/^ *listen \[::\].*\n/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('game.example.ng;', 'localhost;')
      .replace('/etc/ssl/game.example.ng.crt', certificate)
      .replace('/etc/ssl/game.example.ng.key', key),
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const path = join(folder, 'nginx.conf');
  await writeFile(
    path,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr warn;
    events { worker_connections 64; }
    http {
      access_log off;
      ${temporary.map((what) => `${what}_temp_path ${folder}/${what};`).join(' ')}
      include site.conf;
    }`,
  );
  return ['nginx', '-e', 'stderr', '-p', folder, '-c', path];
}

async function prepareHaproxy({
  config,
  folder,
  port,
  plainPort,
  serverPort,
}: Place): Promise<Command> {
  const { key, certificate } = makeCertificate(folder);
  const both = join(folder, 'both.pem');
  await writeFile(both, Buffer.concat([await readFile(certificate), await readFile(key)]));
  const path = join(folder, 'haproxy.cfg');
  await writeFile(
    path,
    config
      .replace(/^ {4}(user|group|server api2) .*\n/gm, '')
      .replace(/^listen database\n( .*\n)*/m, '')
      .replace('bind :80', `bind 127.0.0.1:${plainPort}`)
      .replace('bind :443', `bind 127.0.0.1:${port}`)
      .replace('/etc/haproxy/game.example.ng.pem', both)
      .replaceAll('10.0.0.21:4173', `127.0.0.1:${serverPort}`),
  );
  return ['haproxy', '-db', '-f', path];
}

function makeCertificate(folder: string): { key: string; certificate: string } {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-subj', '/CN=localhost', '-keyout', key, '-out', certificate],
  ]);
  if (made.status !== 0) throw new Error(String(made.stderr));
  return { key, certificate };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/** Waits until a connection is accepted; if the process ends first, throws its output. */
export async function listens(child: ChildProcess, port: number): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended: ${said}`);
    if (await isTaken(port)) return;
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (isOpen: boolean) => {
      socket.destroy();
      // Not at once again, because the process needs the processor.
      setTimeout(resolve, isOpen ? 0 : 20, isOpen);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { workerData } from 'node:worker_threads';

/**
 * The calls that this worker repeats until it is ended. They come from the same address as all other calls.
 */
export type Flood = {
  port: number;
  /** The token of the player who calls. */
  token: string;
  how: 'parallel' | 'pipelined' | 'made-up tokens' | 'slow bodies' | 'forms of many parts';
  /** How many calls are made at once. */
  calls: number;
};

const { port, token, how, calls } = workerData as Flood;
/** How often a slow body sends one byte. */
const DRIP_MS = 1000;
/** How many parts fit into two megabytes. */
const PARTS = 38_000;

const FORM = Buffer.from(
  `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(PARTS)}--b--\r\n`,
);

function headOf(call: string, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map((pair) => pair.join(': '));
  return [`${call} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

const byToken = (shown: string) => ({ Authorization: `Bearer ${shown}` });

/** Opens a connection that writes all its calls at once. A new connection follows as soon as it is closed. */
function pipeline(): void {
  const line = connect(port, '127.0.0.1');
  line.resume();
  line.on('error', () => {});
  line.on('close', pipeline);
  line.write(headOf('GET /api/v2/user/dailyplays', byToken(token)).repeat(calls));
}

/** Opens a connection that makes one call after another. */
function keepCalling(write: (line: ReturnType<typeof connect>) => void): void {
  const line = connect(port, '127.0.0.1');
  line.on('data', () => write(line));
  line.on('error', () => {});
  line.on('close', () => keepCalling(write));
  write(line);
}

/** Opens a connection that sends a body byte by byte. A new connection follows as soon as it is closed. */
function dripBody(): void {
  const line = connect(port, '127.0.0.1');
  line.resume();
  line.on('error', () => {});
  line.write(
    headOf('POST /api/v2/user/', { 'Content-Type': 'application/json', 'Content-Length': 1000 }),
  );
  const drops = setInterval(() => line.write(' '), DRIP_MS);
  line.on('close', () => {
    clearInterval(drops);
    dripBody();
  });
}

const write = {
  parallel: () => headOf('GET /api/v2/points', byToken(token)),
  'made-up tokens': () => headOf('GET /api/v2/user/dailyplays', byToken(randomUUID())),
  'forms of many parts': () => {
    const type = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const head = { ...byToken(token), ...type, 'Content-Length': FORM.length };
    return Buffer.concat([Buffer.from(headOf('PUT /api/v2/user', head)), FORM]);
  },
};

if (how === 'pipelined') pipeline();
else
  for (let at = 0; at < calls; at += 1) {
    if (how === 'slow bodies') dripBody();
    else keepCalling((line) => line.write(write[how]()));
  }

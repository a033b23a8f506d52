import { connect } from 'node:net';
import { workerData } from 'node:worker_threads';

/** Calls of one player, without end until the worker is ended. */
export type Flood = { port: number; token: string; path: string } & (
  | { how: 'parallel'; calls: number }
  | { how: 'pipelined'; calls: number }
);

const flood = workerData as Flood;
const call = `GET ${flood.path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${flood.token}\r\n\r\n`;

/** One connection that writes so many calls at once, and comes again as soon as it is closed. */
function pipeline(calls: number): void {
  const line = connect(flood.port, '127.0.0.1');
  line.resume();
  line.on('error', () => {});
  line.on('close', () => pipeline(calls));
  line.write(call.repeat(calls));
}

/** One connection that makes one call after another. */
function keepCalling(): void {
  const line = connect(flood.port, '127.0.0.1');
  line.on('data', () => line.write(call));
  line.on('error', () => {});
  line.on('close', keepCalling);
  line.write(call);
}

if (flood.how === 'pipelined') pipeline(flood.calls);
else for (let at = 0; at < flood.calls; at += 1) keepCalling();

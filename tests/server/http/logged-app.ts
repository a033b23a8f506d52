import { Writable } from 'node:stream';
import fastify from 'fastify';
import { logOptions } from '../../../server/http/new-app.ts';
import { handleError } from '../../../server/http/serve.ts';

/** An app without routes that logs errors as the server does, and the lines that it has logged. */
export function loggedApp() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const { logger, ...options } = logOptions('error');
  const app = fastify({ ...options, logger: { ...logger, stream } });
  app.setErrorHandler(handleError);
  return { app, lines };
}

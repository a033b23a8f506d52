import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** A terminal: what is typed, and where the question goes. */
type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream };

/** Asks for an operator's key, without showing what is typed; `null` where none is (Ctrl-C, Ctrl-D). */
export async function askKey({ input, output }: Terminal): Promise<string | null> {
  output.write('Your operator key: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  const closed = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
  const typed = lines.question('').catch(() => null);
  const key = await Promise.race([typed, closed]);
  lines.close();
  output.write('\n');
  return key?.trim() || null;
}

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { starts } from './chromium.ts';
import { ROOT } from './project.ts';

/** The nearest to the oldest supported Chrome that npm has, below and above. */
export const OLD_CHROMIUMS = ['chromium-92', 'chromium-106'] as const;

const CACHE = join(ROOT, 'node_modules/.cache/old-chromiums');

/** Its program, unpacked once. */
export function oldChromium(name: (typeof OLD_CHROMIUMS)[number]): string {
  const program = join(CACHE, name);
  if (existsSync(program)) return program;
  const packed = createRequire(import.meta.url).resolve(`${name}/bin/chromium.br`);
  mkdirSync(CACHE, { recursive: true });
  // Parallel runs find a complete one or none.
  const half = `${program}.${process.pid}`;
  writeFileSync(half, brotliDecompressSync(readFileSync(packed)), { mode: 0o755 });
  renameSync(half, program);
  return program;
}

/** Why they cannot run here; undefined if they can. */
export async function whyNoOldChromiums(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'they are for Linux on x64';
  for (const name of OLD_CHROMIUMS) {
    if (!(await starts(oldChromium(name))))
      return `${name} does not start here (is libnss3 there?)`;
  }
  return undefined;
}

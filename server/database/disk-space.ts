import { statfsSync } from 'node:fs';

/**
 * So much must be free where the embedded database lies. Where its log finds no room for the next
 * segment (16 MB) it hangs the process for good, so it is asked nothing before that.
 */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Gives the bytes that are free where a folder lies. */
export type FreeBytes = (folder: string) => number;

export const freeBytes: FreeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Throws what a full disk makes PostgreSQL say, before it is too late to say it. */
export function refuseFullDisk(folder: string, free: FreeBytes): void {
  const left = free(folder);
  if (left >= LEAST_FREE_BYTES) return;
  const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
  const message = `the disk is full: ${megabytes(left)} MB are free where ${folder} lies, ${megabytes(LEAST_FREE_BYTES)} are needed`;
  throw Object.assign(new Error(message), { code: '53100' });
}

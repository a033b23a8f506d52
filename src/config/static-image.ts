import { env } from './env.ts';

/** The address of an image of the API, which names it by its file (accounts §7). */
export function staticImage(name: string): string {
  return `${env.staticUrl}/${encodeURIComponent(name)}`;
}

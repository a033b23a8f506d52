import { env } from './env.ts';

/** The address of an image of the API, which names it by its file (api.md#images-by-name). */
export function staticImage(name: string): string {
  return `${env.staticUrl}/${encodeURIComponent(name)}`;
}

import { env } from './env.ts';

/** The address of an image that the API names by its file (api.md#images-by-name). */
export function staticImage(name: string): string {
  return `${env.staticUrl}/${encodeURIComponent(name)}`;
}

/** A phone that does not tell what it keeps is not waited for alone, in milliseconds. */
const PATIENCE_MS = 1000;

/** What is waited for one that is silent already: a page asks for a handful of files in turn. */
const SHORT_PATIENCE_MS = 50;

let patienceMs = PATIENCE_MS;

/**
 * The kept reply under a key; the line's where none is kept, and where the phone refuses to tell or
 * does not tell in time: Workbox's own handlers throw, and wait without end. Without a line it is waited
 * for. `onFetched` is given what came over the line.
 */
export async function keptOrFetched(
  request: Request,
  { cacheName, cacheKey = request.url }: { cacheName: string; cacheKey?: string | undefined },
  onFetched?: (reply: Response) => void,
): Promise<Response> {
  const kept = find(cacheName, cacheKey);
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, patienceMs, 'late'));
  const soon = await Promise.race([kept, late]);
  patienceMs = soon === 'late' ? SHORT_PATIENCE_MS : PATIENCE_MS;
  if (soon && soon !== 'late') return soon;
  try {
    const reply = await fetch(request);
    onFetched?.(reply);
    return reply;
  } catch (error) {
    const reply = await kept;
    if (reply) return reply;
    throw error;
  }
}

async function find(cacheName: string, key: string): Promise<Response | undefined> {
  try {
    return await caches.match(key, { cacheName });
  } catch {
    return undefined;
  }
}

/** Fetches what a cache has not under a key. Throws where line, server or phone refuse. */
export async function keep(request: Request, cacheName: string, key = request.url): Promise<void> {
  const cache = await caches.open(cacheName);
  if (await cache.match(key)) return;
  const reply = await fetch(request);
  if (!reply.ok) throw new Error(`${reply.status} for a file of the offline copy.`);
  await cache.put(key, reply);
}

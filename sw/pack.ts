const TYPES: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};

/**
 * Puts the files of a pack into a cache, under the keys that `keys` has for their addresses, where
 * one is missing. A pack that does not come is none.
 */
export async function unpack(
  packUrl: string,
  cacheName: string,
  keys: ReadonlyMap<string, string>,
): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    const kept = await Promise.all([...keys.values()].map((key) => cache.match(key)));
    if (!kept.includes(undefined)) return;
    const reply = await fetch(packUrl, { priority: 'low' });
    if (!reply.ok) return;
    const files: Record<string, string> = await reply.json();
    for (const [file, key] of keys) {
      const text = files[file];
      const type = TYPES[file.split('.').pop() ?? ''];
      if (text === undefined || type === undefined || (await cache.match(key))) continue;
      await cache.put(key, new Response(text, { headers: { 'Content-Type': type } }));
    }
  } catch {}
}

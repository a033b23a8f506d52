import type { IndexHtmlTransformContext } from 'vite';

export type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/**
 * The files that a page of these modules waits for: their chunks, what those import, and the styles
 * of all of them.
 * @throws an Error for a module that no chunk begins with
 */
export function loadedFirst(
  bundle: Bundle,
  modules: readonly string[],
): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const collect = (file: string) => {
    const chunk = bundle[file];
    if (scripts.has(file) || chunk?.type !== 'chunk') return;
    scripts.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const imported of chunk.imports) collect(imported);
  };
  for (const module of modules) collect(chunkOf(bundle, module));
  return { scripts: [...scripts], styles: [...styles] };
}

function chunkOf(bundle: Bundle, module: string): string {
  const found = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/${module}`)),
  );
  if (!found) throw new Error(`No chunk holds ${module}.`);
  return found.fileName;
}

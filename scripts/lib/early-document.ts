import react from '@vitejs/plugin-react';
import { createServer, type Plugin } from 'vite';
import { builtEnv } from './built-env.ts';
import { type Bundle, loadedFirst } from './loaded-first.ts';

/** Where index.html wants what is shown before any script runs. */
const PLACE = '<!-- early screens -->';

const STYLESHEET = /<link rel="stylesheet"[^>]*\shref="\/([^"]+)">\s*/g;

const SCRIPT = /<script type="module"[^>]*><\/script>\s*|<link rel="modulepreload"[^>]*>\s*/g;

/** The dialog whose first step the document has, too. */
const GET_STARTED = 'src/features/sign-in/get-started/get-started-dialog.tsx';

/**
 * Puts the first screen, the first form and their styles into the document itself: on a slow line
 * they stand there before the first script has arrived (ADR-0009).
 */
export function earlyDocument(): Plugin {
  return {
    name: 'early-document',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const { landing, loading, form } = await earlyScreens();
        const screens = `<div id="early-landing">${landing}</div><div id="early-loading">${loading}</div>`;
        const { styles: formStyles } = loadedFirst(bundle, [GET_STARTED]);
        const linked = [...html.matchAll(STYLESHEET)].map(([, file = '']) => file);
        const ownStyles = formStyles.filter((file) => !linked.includes(file));
        const end = `<template><style>${ownStyles.map((file) => styles(bundle, file)).join('')}</style>${form}</template>${scriptsOf(html)}`;
        return html
          .replace(PLACE, () => screens)
          .replace(STYLESHEET, (_link, file: string) => inPlace(file, styles(bundle, file)))
          .replace(SCRIPT, '')
          .replace('</body>', () => `${end}</body>`);
      },
    },
  };
}

/**
 * The scripts of a document, the one with all the weight first. At the document's end they come by the
 * connection that brought it: another one costs two round trips before it has asked for anything.
 */
function scriptsOf(html: string): string {
  const isFirst = (tag: string) => tag.includes('/first-');
  return [...(html.match(SCRIPT) ?? [])]
    .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
    .join('');
}

/** The link stays, and loads nothing: what imports the styles sees that they are there. */
function inPlace(file: string, text: string): string {
  return `<link rel="stylesheet" href="/${file}" disabled><style>${text}</style>`;
}

function styles(bundle: Bundle, file: string): string {
  const asset = bundle[file];
  if (asset?.type !== 'asset') throw new Error(`The document links ${file}, which is not built.`);
  return String(asset.source).trim();
}

/** Renders them with the app's own components, by the modules that the build reads, too. */
async function earlyScreens(): Promise<{ landing: string; loading: string; form: string }> {
  // The modules ask which network the visit came with: a document has no visit.
  Object.assign(globalThis, { location: new URL('http://localhost/') });
  const server = await createServer({
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    appType: 'custom',
    plugins: [react(), builtEnv()],
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { earlyScreens: render } = await server.ssrLoadModule('/src/app/early.tsx');
    return render();
  } finally {
    await server.close();
    Reflect.deleteProperty(globalThis, 'location');
  }
}

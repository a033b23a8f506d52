import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { VitePWA } from 'vite-plugin-pwa';
import { BUILD_TARGET } from './scripts/lib/browsers/promised.ts';
import {
  builtEnv,
  deckFile,
  earlyDocument,
  headBrands,
  markFiles,
  pack,
} from './scripts/lib/build.ts';
import { lean } from './scripts/lib/lean.ts';
import { loadPlan, ONLINE_FILES } from './scripts/load-plan.ts';

const API_PORT = process.env.API_PORT ?? '4174';
const api = { target: `http://localhost:${API_PORT}` };

/** What the game server answers, not Vite: settings.md#the-apps-build. */
const ON_THE_SERVER = ['/api', '/mobile-money', '/bank-listing', '/static', '/he.php', '/sandbox'];

/** Tells the script in the document's head which brands there are, and which one is the build's. */
function brandsInHead(): Plugin {
  let built: string | undefined;
  return {
    name: 'brands-in-head',
    configResolved({ env }) {
      built = env.VITE_NETWORK;
    },
    transformIndexHtml: (html) => html.replace('__BRANDS__', headBrands(built)),
  };
}

export default defineConfig({
  plugins: [
    react(),
    builtEnv(),
    brandsInHead(),
    deckFile(),
    loadPlan(),
    earlyDocument(),
    lean('ky', 'query', 'react', 'router'),
    pack(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: JSON.parse(readFileSync('manifest.webmanifest', 'utf8')),
      includeManifestIcons: false,
      injectManifest: {
        buildPlugins: { vite: [builtEnv(), lean('ky')] },
        // The manifest comes without being named.
        globPatterns: ['**/*.{html,js,css,svg}', 'assets/pack-*.json', 'icons/icon-192.png'],
        manifestTransforms: [markFiles],
        globIgnores: [
          'screenshots/**',
          // For the picture of a game, which is shared with a line alone.
          'wordmark.svg',
          // The document holds them.
          'assets/first-*.css',
          '.vite/**',
          ...ONLINE_FILES,
        ],
      },
    }),
    // The server sends the copies as they are: a phone on 2G pays for each byte. What has none is
    // compressed for each request, from as many bytes on as here (server/http/new-app.ts).
    compression({
      algorithms: ['gzip', 'brotliCompress'],
      include: /\.(html|js|css|json|svg|webmanifest)$/,
      threshold: 256,
    }),
  ],
  build: {
    target: BUILD_TARGET,
    manifest: true,
    // A stray font or image as data URI would land in the first load.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(ON_THE_SERVER.map((path) => [path, api])),
  },
});

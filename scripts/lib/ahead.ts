import type { Plugin } from 'vite';
import { type Bundle, loadedFirst } from './loaded-first.ts';

const BACKGROUND = 'src/app/background.tsx';
const PLAYERS = [
  'src/app/signed-in.tsx',
  'src/app/header-layout.tsx',
  'src/features/home/dashboard/home-page.tsx',
  'src/app/outbox-host.tsx',
  BACKGROUND,
];

/** The modules that a visit needs right behind the first: who comes is known before the first is here. */
const VISITS = {
  visitor: [
    BACKGROUND,
    'src/features/sign-in/get-started/get-started-dialog.tsx',
    'src/features/sign-in/arrival.ts',
  ],
  // The players' own come while the link's calls wait for their answers.
  link: ['src/features/sign-in/links/link-page.tsx', 'src/features/sign-in/api/carry-out.ts'],
  player: PLAYERS,
};

/**
 * Tells the script in the document's head which files to fetch beside the first, by who comes: one
 * after the other they would cost a round trip each.
 */
export function ahead(): Plugin {
  return {
    name: 'ahead',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => html.replace('__AHEAD__', JSON.stringify(lists(html, bundle))),
    },
  };
}

function lists(html: string, bundle: Bundle | undefined): Record<string, string[]> {
  if (!bundle) return {};
  const entries = Object.entries(VISITS).map(([visit, modules]) => {
    const { scripts, styles } = loadedFirst(bundle, modules);
    const files = [...scripts, ...styles].filter((file) => !html.includes(`/${file}"`));
    return [visit, files.map((file) => file.replace('assets/', ''))];
  });
  const first = html.match(/assets\/(first-[^"]+\.js)"/)?.[1];
  return { ...Object.fromEntries(entries), first: first ? [first] : [] };
}

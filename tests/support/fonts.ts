import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './project.ts';

/** The folders of the font packages. */
const DEJAVU = folderOf(import.meta.resolve('dejavu-fonts-ttf/package.json'));
const ROBOTO = [
  folderOf(import.meta.resolve('@expo-google-fonts/roboto/package.json')),
  folderOf(import.meta.resolve('@expo-google-fonts/roboto-condensed/package.json')),
];

/**
 * The font of a phone's texts: `roboto` is Android's own, `wide` takes a quarter more room, like
 * the widest that people choose. DejaVu has the letters that Roboto lacks.
 */
export const FONTS = {
  roboto: { folders: [...ROBOTO, DEJAVU], sans: 'Roboto' },
  wide: { folders: [DEJAVU], sans: 'DejaVu Sans' },
} as const;

export type Font = keyof typeof FONTS;

const KEPT = join(ROOT, 'node_modules/.cache/fonts');

/**
 * The environment of a browser that knows the fonts of the project's packages and none of the
 * machine's. Without fontconfig (macOS, Windows) it changes nothing.
 */
export function fontEnv(font: Font): Record<string, string> {
  mkdirSync(KEPT, { recursive: true });
  const file = join(KEPT, `${font}.conf`);
  // Written to another file and moved, because a browser of another process may be reading it.
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, fontconfig(font));
  renameSync(fresh, file);
  return { ...(process.env as Record<string, string>), FONTCONFIG_FILE: file };
}

function fontconfig(font: Font): string {
  const { folders, sans } = FONTS[font];
  const families = { 'sans-serif': sans, serif: 'DejaVu Serif', monospace: 'DejaVu Sans Mono' };
  const lines = [
    ...folders.map((folder) => `<dir>${escaped(folder)}</dir>`),
    `<cachedir>${escaped(KEPT)}</cachedir>`,
    ...Object.entries(families).map(
      ([generic, family]) =>
        `<alias><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`,
    ),
    // Any other requested font, such as system-ui.
    `<match><edit name="family" mode="append_last"><string>${sans}</string></edit></match>`,
  ];
  return `<?xml version="1.0"?>\n<fontconfig>\n${lines.join('\n')}\n</fontconfig>\n`;
}

function folderOf(manifest: string): string {
  return dirname(fileURLToPath(manifest));
}

const escaped = (path: string) => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

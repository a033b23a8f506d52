import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What becomes a script or markup goes through the policies that index.html makes (ADR-0022), of which
 * `default` lets in our own files alone.
 */
const TRUSTED_TYPES = {
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'left-home'],
};

/** The one style sheet that the card provider's script sets, of its window's spinner: the same in each version. */
const CARD_STYLE = "'sha256-56e7EfkeGORJUMtXdS4A+2LZFuyRDypLbssVftifpJg='";

/** Where else the app calls and shows pictures from, and where its card provider's window is. */
type Origins = { contentOrigins: readonly string[]; cardOrigins: readonly string[] };

/**
 * Helmet's options: what the app's documents may load. A reply of the API loads nothing:
 * `reply.helmet()` is for documents and the worker.
 */
export function documentHeaders(appFolder: string, { contentOrigins, cardOrigins }: Origins) {
  const hasCards = cardOrigins.length > 0;
  return {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...inlineHashes('script', appFolder), ...cardOrigins],
        // Those in the documents' heads; what a script sets of an element's style needs none.
        'style-src': [
          "'self'",
          ...inlineHashes('style', appFolder),
          ...(hasCards ? [CARD_STYLE] : []),
        ],
        'img-src': ["'self'", 'data:', ...contentOrigins],
        'connect-src': ["'self'", ...contentOrigins, ...cardOrigins],
        ...(hasCards && { 'frame-src': ["'self'", ...cardOrigins] }),
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        ...(!hasCards && TRUSTED_TYPES),
      },
    },
    // The server speaks plain HTTP; whoever puts TLS in front of it adds this there.
    strictTransportSecurity: false,
    // A bank's own step opens a window out of the provider's frame, and answers to it.
    ...(hasCards && {
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    }),
    xFrameOptions: { action: 'deny' as const },
  };
}

/**
 * What the documents' policy would refuse besides: beside a card provider's script trusted types are
 * looked at only, since nobody here can say what it does.
 */
export function triedPolicy({ cardOrigins }: Pick<Origins, 'cardOrigins'>): string | null {
  if (cardOrigins.length === 0) return null;
  return Object.entries(TRUSTED_TYPES)
    .map(([directive, values]) => [directive, ...values].join(' '))
    .join(';');
}

/** The hashes of the inline scripts or styles in the built documents, as a policy names them. */
function inlineHashes(element: 'script' | 'style', appFolder: string): string[] {
  if (!existsSync(appFolder)) return [];
  const documents = readdirSync(appFolder).filter((name) => name.endsWith('.html'));
  const texts = documents.flatMap((name) =>
    inlineTexts(element, readFileSync(join(appFolder, name), 'utf8')),
  );
  return [...new Set(texts)].map(sourceHash);
}

/** What lets in an inline script or style of just this text, as a policy names it. */
export function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function inlineTexts(element: string, html: string): string[] {
  const whole = new RegExp(
    `<${element}\\b(?<attributes>[^>]*)>(?<text>[\\s\\S]*?)</${element}>`,
    'gi',
  );
  return [...html.matchAll(whole)]
    .filter(({ groups }) => !/\ssrc\s*=/i.test(groups?.attributes ?? ''))
    .map(({ groups }) => groups?.text ?? '');
}

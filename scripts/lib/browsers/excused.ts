// Features that the app uses although a promised browser lacks them, each with the reason why that does no
// harm.

/** The features in our own files, by path and by feature. */
const OWN: Record<string, Record<string, string>> = {
  'index.html': {
    'CSSStyleSheet.CSSStyleSheet': 'the dashboard as it was left stays away: showLeft may throw',
    'CSSStyleSheet.replaceSync': 'comes after the constructor',
    'Document.adoptedStyleSheets': 'comes after the constructor',
  },
  'src/components/dialog.tsx': {
    'FileSystemEntry.remove': 'the entry is one of the dialog stack',
  },
  'src/features/install/install.ts': {
    'BeforeInstallPromptEvent.userChoice': 'the event comes from browsers that have it',
  },
  'src/features/profile/picture-worker.ts': {
    OffscreenCanvas: 'the page asks for it before it starts the worker',
  },
  'src/lib/choices.ts': { 'Navigator.vibrate': 'canVibrate asks for it' },
  'src/lib/locks.ts': { 'Navigator.wakeLock': 'undefined is an answer there' },
  'src/outbox/badge.ts': {
    'Navigator.setAppBadge': 'without it there is no badge: the error is caught',
    'Navigator.clearAppBadge': 'comes with setAppBadge',
  },
};

/**
 * The features in the built files, which have our own code as well. These are features of libraries, and
 * features that cannot be found in a script.
 */
const BUILT: Record<string, string> = {
  'AbortSignal.any_static': 'ky asks for it in a constant',
  'AnimationEvent.animation': "React's table of event names",
  CSSPageDescriptors: "React's names of styles",
  'HTMLCanvasElement.transferControlToOffscreen': 'canvas-confetti asks for it in a constant',
  'IntersectionObserver.delay': "the delay of a task in React's scheduler",
  'InteractionContentfulPaint.interactionId': 'undefined is an answer to web-vitals',
  'Navigation.currentEntry': "React's own navigation, where there is a window.navigation",
  'Navigation.transition': "React's own navigation, where there is a window.navigation",
  'Navigator.connection': 'undefined is an answer to offline/ and lib/reports',
  'OffscreenCanvas.transferToImageBitmap': 'canvas-confetti asks for it in a constant',
  'ViewTransition.skipTransition': 'of a transition that was started',
  'css.at-rules.media.forced-colors': 'a browser without it forces none',
  'css.properties.-webkit-tap-highlight-color': 'only the flash of a tap',
  'css.properties.align-content.start': 'of grids, where Safari has long had it',
  'css.properties.cursor': 'phones have no pointer',
  'css.properties.forced-color-adjust': 'says nothing where no colours are forced',
  'css.properties.overflow-x.clip': 'question-card.module.css holds the page instead',
  'css.properties.overscroll-behavior':
    'what lies beneath a dialog scrolls on, and a pull down may load the page anew',
  'css.properties.resize': 'a text field keeps its size',
  'css.properties.rotate': 'the notes of the welcome lie straight',
  'css.properties.text-size-adjust': 'the browser may make text larger on its side',
  'css.selectors.has':
    'a sheet stands aside of its column on wide screens; the install card may cover what has focus',
};

const used = new Set<string>();

/** Whether the feature is known to do no harm in this file. A feature's parts are excused with it. */
export function isExcused(path: string, feature: string): boolean {
  const own = Object.keys(OWN[path] ?? {}).map((key) => ({ key, name: `${path}: ${key}` }));
  const ofLibraries = Object.keys(BUILT).map((key) => ({ key, name: key }));
  const ofOurs = Object.values(OWN).flatMap((features) =>
    Object.keys(features).map((key) => ({ key, name: '' })),
  );
  const isOurs = /^(src|sw|server|index\.html)/.test(path) && !feature.startsWith('css.');
  const excuse = [...own, ...(isOurs ? [] : [...ofLibraries, ...ofOurs])].find(
    ({ key }) => feature === key || feature.startsWith(`${key}.`),
  );
  if (excuse) used.add(excuse.name);
  return excuse !== undefined;
}

/** Lists the excuses above that no file needs any more. */
export function unusedExcuses(): string[] {
  const own = Object.entries(OWN).flatMap(([path, features]) =>
    Object.keys(features).map((key) => `${path}: ${key}`),
  );
  return [...own, ...Object.keys(BUILT)].filter((name) => !used.has(name));
}

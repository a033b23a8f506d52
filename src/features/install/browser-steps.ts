type Way = {
  /** What the browser's name, as it tells it, has in it. */
  agent: RegExp;
  steps: readonly string[];
};

const INSIDE: Way = {
  // A page that another app shows can't be installed from there.
  agent: /FBA[NV]|Instagram|TikTok|musical_ly|Twitter|Snapchat|; wv\)/,
  steps: [
    'Open the menu of this page: the three dots.',
    'Tap Open in browser.',
    'In the browser, open the menu of the game again and tap Install app.',
  ],
};

const IPHONE: Way = {
  agent: /iPhone|iPad|iPod/,
  steps: ['Tap Share: the square with the arrow.', 'Tap Add to Home Screen.', 'Tap Add.'],
};

/** By the browser's name; the first that fits. Opera Mini calls itself a page inside an app, too. */
const WAYS: readonly Way[] = [
  {
    agent: /Android.*(OPR|Opera)|Opera Mini/,
    steps: ['Open the menu of the browser.', 'Tap Add to, then Home screen.'],
  },
  INSIDE,
  IPHONE,
  {
    agent: /SamsungBrowser/,
    steps: ['Open the menu of the browser: the three lines.', 'Tap Add page to, then Home screen.'],
  },
  {
    agent: /Android.*Firefox/,
    steps: [
      'Open the menu of the browser: the three dots.',
      'Tap Add app to Home screen, or Install.',
    ],
  },
  {
    agent: /Android/,
    steps: [
      'Open the menu of the browser: the three dots.',
      'Tap Install app, or Add to Home screen.',
    ],
  },
  {
    agent: /Macintosh.* Version\/.* Safari/,
    steps: ['Open the File menu of Safari.', 'Choose Add to Dock.'],
  },
];

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** What to do in a browser that does not ask by itself; `null` where nothing is known to help. */
export function browserSteps({ userAgent, maxTouchPoints }: Browser): readonly string[] | null {
  // An iPad says that it is a Macintosh, which has no touch screen.
  const isIpad = userAgent.includes('Macintosh') && maxTouchPoints > 1;
  const way = isIpad ? IPHONE : WAYS.find(({ agent }) => agent.test(userAgent));
  return way?.steps ?? null;
}

import type { BrowserContext, Page } from 'playwright/test';

/** Plays all other sites; gives each address outside of the game that was opened. */
export async function watchElsewhere(context: BrowserContext, appUrl: string): Promise<string[]> {
  const opened: string[] = [];
  await context.route(
    (url) => url.origin !== appUrl,
    (route) => {
      opened.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<h1>The offer</h1>' });
    },
  );
  return opened;
}

/** What every other site shows. */
export const offer = (page: Page) => page.getByRole('heading', { name: 'The offer' });

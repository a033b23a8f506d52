import type { BrowserContext, Page } from 'playwright/test';

/** Simulates all other sites; gives each address outside the game that was opened. */
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

/** The contents of every other site. */
export const offer = (page: Page) => page.getByRole('heading', { name: 'The offer' });

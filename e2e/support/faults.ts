import type { Page, Route } from 'playwright/test';

/** A call of the API: its method, and the beginning of its path under `/api/v2/`. */
export type ApiCall = { method: 'GET' | 'POST'; path: string };

type Answer = (route: Route) => Promise<unknown> | undefined;

/** The server answers that it fails. */
export const serverError: Answer = (route) =>
  route.fulfill({
    status: 500,
    json: {
      status: false,
      data: null,
      message: 'Something went wrong on our side. Please try again.',
      code: 'server/error',
    },
  });

export const noNetwork: Answer = (route) => route.abort('internetdisconnected');

/** The server has done the work; its reply is lost. */
export const lostReply: Answer = (route) => route.fetch().then(() => route.abort());

/** A half-open line: the call goes out, and no reply comes back. */
export const silence: Answer = () => undefined;

/**
 * Gives a call this answer from now on.
 * @returns `sent` waits until it was made; `end` lets it through to the server again
 */
export async function answerBadly(page: Page, { method, path }: ApiCall, answer: Answer) {
  const isCall = (url: URL) => url.pathname.startsWith(`/api/v2/${path}`);
  const { promise, resolve } = Promise.withResolvers<void>();
  const handle = (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    resolve();
    return answer(route);
  };
  await page.route(isCall, handle);
  return { sent: promise, end: () => page.unroute(isCall, handle) };
}

import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { DEFAULT_PRICES, WAYS } from '../../src/rules/money.ts';

const API = `${location.origin}/api/v2`;

const NO_PLAN = { status: false, data: null, message: 'No plan.', code: 'subscription/none' };

/**
 * The API in the app's tests: each test sets its answers. By itself it only knows that nobody has
 * bought a daily plan (dashboard and boards ask for it with the weekly one), that the operator sets
 * no prices, and no competitions, which each sign-in requests ahead.
 */
export const fakeApi = setupServer(
  http.get(`${API}/payments/subscription/ondemand/airtime/verify/:phone`, () =>
    HttpResponse.json(NO_PLAN),
  ),
  http.get(`${API}/categories`, () => HttpResponse.json({ status: true, data: [] })),
  http.get(`${API}/misc/config`, () =>
    HttpResponse.json({ status: true, data: { prices: DEFAULT_PRICES, ways: WAYS } }),
  ),
);

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A request as it reached the API. */
export type SeenRequest = { headers: Headers; body: unknown; url: URL };

/** A 'yes' with data, a failure, or silence. */
type Reply =
  | { data: unknown; meta?: unknown }
  | { status: number; code: string; message?: string; headers?: Record<string, string> }
  | { raw: string; status?: number }
  | 'no answer';

/** One answer: a reply at once, or one that a test holds back. */
export type Answer = Reply | { held: Reply; until: Promise<unknown> };

/**
 * Sets the API's answer to a call, of another base if the path starts with a slash; several answers
 * are given one after the other, the last one repeatedly.
 * @returns the requests received
 */
export function answer(method: Method, path: string, ...answers: Answer[]): SeenRequest[] {
  const seen: SeenRequest[] = [];
  fakeApi.use(
    http[method](new URL(path, `${API}/`).href, async ({ request }) => {
      const body = await bodyOf(request);
      const reply = answers[Math.min(seen.length, answers.length - 1)];
      seen.push({
        headers: request.headers,
        body,
        url: new URL(request.url),
      });
      if (reply === undefined || reply === 'no answer' || !('held' in reply)) {
        return toResponse(reply ?? 'no answer');
      }
      await reply.until;
      return toResponse(reply.held);
    }),
  );
  return seen;
}

/** A form's fields by their names, or parsed JSON. */
async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get('Content-Type')?.startsWith('multipart/form-data')) {
    return Object.fromEntries(await request.formData());
  }
  const text = await request.text();
  return text === '' ? null : JSON.parse(text);
}

/**
 * An answer that the test releases.
 * @returns the answer, and a function that releases it and waits until the page has handled it
 */
export function held(reply: Reply) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const release = async () => {
    const done = new Promise<void>((isDone) => {
      fakeApi.events.on('response:mocked', () => isDone());
    });
    resolve();
    await done;
    // The page reads the body and acts on it in the next steps.
    for (let step = 0; step < 20; step++) await new Promise((next) => setImmediate(next));
  };
  return { answer: { held: reply, until: promise } as const, release };
}

function toResponse(reply: Reply) {
  if (reply === 'no answer') return HttpResponse.error();
  if ('raw' in reply) {
    const { raw, status = 200 } = reply;
    return new HttpResponse(raw, { status, headers: { 'Content-Type': 'application/json' } });
  }
  if ('data' in reply) return HttpResponse.json({ status: true, ...reply });
  const { status, code, message = 'No.', headers } = reply;
  return HttpResponse.json(
    { status: false, data: null, message, code },
    { status, ...(headers && { headers }) },
  );
}

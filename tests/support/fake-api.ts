import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

/** The API as the app's tests see it: each test says what it answers. */
export const fakeApi = setupServer();

const API = `${location.origin}/api/v2`;

type Method = 'get' | 'post' | 'put';

/** A request as it reached the API. */
export type SeenRequest = { headers: Headers; body: unknown; url: URL };

/** One answer: a 'yes' with data, a failure, or silence. */
export type Answer =
  | { data: unknown; meta?: unknown }
  | { status: number; code: string; message?: string; headers?: Record<string, string> }
  | { raw: string }
  | 'no answer';

/**
 * Lets the API answer a call, of another base where the path starts with a slash; several answers are given one after the other, the last one again
 * and again.
 * @returns the requests that came
 */
export function answer(method: Method, path: string, ...answers: Answer[]): SeenRequest[] {
  const seen: SeenRequest[] = [];
  fakeApi.use(
    http[method](new URL(path, `${API}/`).href, async ({ request }) => {
      const text = await request.text();
      const reply = answers[Math.min(seen.length, answers.length - 1)];
      seen.push({
        headers: request.headers,
        body: text === '' ? null : JSON.parse(text),
        url: new URL(request.url),
      });
      return toResponse(reply ?? 'no answer');
    }),
  );
  return seen;
}

function toResponse(reply: Answer) {
  if (reply === 'no answer') return HttpResponse.error();
  if ('raw' in reply)
    return new HttpResponse(reply.raw, { headers: { 'Content-Type': 'application/json' } });
  if ('data' in reply) return HttpResponse.json({ status: true, ...reply });
  const { status, code, message = 'No.', headers } = reply;
  return HttpResponse.json(
    { status: false, data: null, message, code },
    { status, ...(headers && { headers }) },
  );
}

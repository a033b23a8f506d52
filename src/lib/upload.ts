import type { Endpoint, YesOf } from '../contract/endpoint.ts';
import { NetworkError } from './errors.ts';
import {
  type AnyOptions,
  addressOf,
  apiError,
  type CallOptions,
  formOf,
  headersOf,
  parseJson,
  readReply,
  retryAfterMs,
} from './http.ts';
import { noteAnswered } from './reachability.ts';

/**
 * Calls an endpoint that takes a form, and reports the part that has been sent, from 0 to 1. There is
 * no time limit, because the player sees the progress and can cancel (errors.md#time-limit-of-a-call).
 * Cancelling aborts the signal and throws an AbortError. Replies and failures are those of `call`.
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  onProgress: (part: number) => void,
): Promise<YesOf<E>> {
  const { status, text, retryAfter } = await send(endpoint, options, onProgress);
  const body = parseJson(text);
  if (status >= 400) throw apiError(body, status, retryAfterMs(retryAfter));
  return readReply(endpoint, body);
}

type Answer = { status: number; text: string; retryAfter: string | null };

/** Sends by XMLHttpRequest, because `fetch` does not report how much of a request has been sent. */
function send(
  endpoint: Endpoint,
  { body, signal, ...rest }: AnyOptions,
  onProgress: (part: number) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, addressOf(endpoint, rest));
    for (const [name, value] of Object.entries(headersOf(rest))) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total);
    };
    request.onload = () => {
      noteAnswered(true);
      const { status, responseText } = request;
      const retryAfter = request.getResponseHeader('Retry-After');
      resolve({ status, text: responseText, retryAfter });
    };
    request.onerror = () => {
      noteAnswered(false);
      reject(new NetworkError());
    };
    const cancel = () => {
      request.abort();
      reject(new DOMException('', 'AbortError'));
    };
    if (signal?.aborted) return cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    request.send(formOf(body));
  });
}

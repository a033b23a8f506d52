import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { lookUp } from '../../../../src/features/sign-in/calls.ts';
import { fakeApi } from '../../../support/fake-api.ts';

const PHONE = '2348030000055';

const LINK = { proof: null, key: 'a-key' };

const NOBODY = { status: false, code: 'user/unknown', message: 'No player has this number' };

const asked = vi.fn(() => HttpResponse.json(NOBODY));

/** The document's head has looked the number up before any script. */
function wasLookedUp(answer: Promise<Response>, phone = PHONE) {
  answer.catch(() => undefined);
  window.lookedUp = { phone, answer };
}

beforeEach(() => {
  asked.mockClear();
  delete window.lookedUp;
  fakeApi.use(http.get('*/user/:phone', asked));
});

test("is taken for a link's look-up, once", async () => {
  wasLookedUp(Promise.resolve(Response.json(NOBODY)));
  expect(await lookUp(PHONE, LINK, 'landing')).toEqual({ is: 'unknown', proof: null });
  expect(asked).not.toHaveBeenCalled();
  expect(await lookUp(PHONE, LINK, 'landing')).toEqual({ is: 'unknown', proof: null });
  expect(asked).toHaveBeenCalledOnce();
});

test.each([
  ['that did not come', () => wasLookedUp(Promise.reject(new TypeError('no line')))],
  ['of a gateway', () => wasLookedUp(Promise.resolve(new Response('busy', { status: 502 })))],
  ['that is none', () => wasLookedUp(Promise.resolve(new Response('<html>')))],
  [
    'for another number',
    () => wasLookedUp(Promise.resolve(Response.json(NOBODY)), '2348030000056'),
  ],
])('an answer %s is asked for again', async (_what, happened) => {
  happened();
  expect(await lookUp(PHONE, LINK, 'landing')).toEqual({ is: 'unknown', proof: null });
  expect(asked).toHaveBeenCalledOnce();
});

test('a proof goes with its own look-up', async () => {
  wasLookedUp(Promise.resolve(Response.json(NOBODY)));
  await lookUp(PHONE, { proof: 'a-proof', key: 'a-key' }, 'landing');
  expect(asked).toHaveBeenCalledOnce();
});

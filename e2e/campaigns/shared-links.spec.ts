import { APP } from '../support/builds.ts';
import { expect } from '../support/fixtures.ts';
import { testOnBuild } from '../support/own-server.ts';

const test = testOnBuild('gloWithOffers');

/** A request as link previews make it. */
const PREVIEW = { headers: { 'User-Agent': 'WhatsApp/2.24', Accept: '*/*' } };

test('a shared game, a campaign and every page have title, words and picture of their preview', async ({
  request,
  appUrl,
}) => {
  const paths = ['/?source=share', '/campaign/radio/txn-1?msisdn=2348030000055', '/promo', '/try'];
  for (const path of [...paths, '/rewards/draw/2026-11', '/login?msisdn=2348030000055']) {
    const html = await (await request.get(appUrl + path, PREVIEW)).text();
    expect(html).toMatch(/<meta property="og:title" content="Football Mastermind: [^"]+"/);
    expect(html).toMatch(/<meta\s+property="og:description"\s+content="Answer [^"]+"/);
    expect(html).toContain(`<meta property="og:image" content="${APP.VITE_APP_URL}/share.png"`);
    expect(html).not.toContain('og:url');
  }
  const picture = await request.get(`${appUrl}/share.png`, PREVIEW);
  expect(picture.headers()['content-type']).toBe('image/png');
  const worker = await (await request.get(`${appUrl}/sw.js`)).text();
  expect(worker).toContain('index.html');
  expect(worker).not.toContain('share.png');
});

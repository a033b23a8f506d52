import { htmlProblems } from '../../tests/support/valid-html.ts';
import { expect, test } from '../support/fixtures.ts';

test('the document of the app is HTML as the standard has it', async ({ request, appUrl }) => {
  const html = await (await request.get(appUrl)).text();
  expect(html).toContain('<div id="early-landing">');
  expect(await htmlProblems(html)).toEqual([]);
});

import { expectAccessible } from '../support/accessible.ts';
import { expect } from '../support/fixtures.ts';
import { testOnServer } from '../support/own-server.ts';
import { newPhone } from '../support/player.ts';

/** A server that sends a code to each number (ADR-0008). */
const test = testOnServer({ SIGN_IN_POLICY: 'otp' });

test('a number is proven by its code, then makes its account', async ({ page, server }) => {
  const phone = newPhone();
  await page.goto('/');
  await page.getByRole('button', { name: 'Get started' }).click();
  await page.getByLabel('Phone number').fill(phone);
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page.getByLabel('Code')).toBeFocused();
  await expectAccessible(page);
  const inbox = await page.request.get(`${server.url}/sandbox/inbox/${phone}`);
  const { data } = (await inbox.json()) as { data: { code: string }[] };
  const code = data[0]?.code ?? '';
  await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByLabel('Email').fill('ada@example.com');
  // By a key: this soon after the tap before it, another one there would count as stray.
  await page.getByLabel('I am 18 or older').press('Space');
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

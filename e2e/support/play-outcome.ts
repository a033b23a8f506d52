import { expect, type Page } from 'playwright/test';
import type { PassbookRow } from '../../src/contract/payments.ts';
import type { Outcome } from './outcomes.ts';
import { askServer, comeHome, comeHomeUnasked, newPhone } from './player.ts';

/** Plays an outcome from the dashboard, and asks the server for its results. */
export async function playOutcome(
  page: Page,
  serverUrl: string,
  { ending, isUnasked = false, play, brings = [] }: Outcome,
  prefix = '0803',
): Promise<void> {
  await page.clock.install();
  const phone = newPhone().replace('0803', prefix).replace(/..$/, ending);
  await (isUnasked ? comeHomeUnasked : comeHome)(page, 'Ada', phone);
  await play(page);
  const { rows } = await askServer<{ rows: PassbookRow[] }>(page, serverUrl, 'payments/passbook');
  expect(rows.map(({ coins }) => coins)).toEqual(brings);
}

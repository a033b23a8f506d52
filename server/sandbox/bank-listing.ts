import * as v from 'valibot';
import { isSameText } from '../crypto/hash.ts';
import { Refusal } from '../http/errors.ts';
import type { App } from '../http/validation.ts';
import { SANDBOX_BANK_LISTING_KEY } from '../providers/open-providers.ts';
import { BANKS } from './banks.ts';

const FIRST = ['ADA', 'EMEKA', 'FATIMA', 'TUNDE', 'NGOZI', 'IBRAHIM', 'CHIOMA', 'SEGUN'];
const LAST = ['OKAFOR', 'BELLO', 'ADEYEMI', 'EZE', 'MUSA', 'BALOGUN', 'NWOSU', 'DANJUMA'];

/** Of which second names are made: as many as keep two of a test's players from being namesakes. */
const SYLLABLES = ['CHI', 'NE', 'DU', 'KA', 'OBI', 'LO', 'FE', 'MI', 'TO', 'SE', 'RA', 'YE'];

const account = v.object({ account_number: v.string(), bank_code: v.string() });

/** The bank listing's interface, played by this server (flows.md#sandbox-providers). */
export function sandboxBankListing(app: App): void {
  app.addHook('onRequest', async ({ headers }) => {
    const expected = `Bearer ${SANDBOX_BANK_LISTING_KEY}`;
    if (!isSameText(headers.authorization ?? '', expected)) {
      throw new Refusal(401, 'sandbox/unknown-sender', 'The sandbox knows no such key.');
    }
  });

  app.get('/bank', async () => ({ status: true, message: 'Banks retrieved', data: BANKS }));

  app.get('/bank/resolve', { schema: { querystring: account } }, async ({ query }, reply) => {
    const { account_number: number, bank_code: code } = query;
    if (number.endsWith('9')) {
      throw new Refusal(502, 'sandbox/failed', 'The sandbox listing fails for this account.');
    }
    const isKnown = /^\d{9}[1-8]$/.test(number) && BANKS.some((bank) => bank.code === code);
    if (!isKnown) {
      reply.code(422);
      return { status: false, message: 'Could not resolve account name' };
    }
    const data = { account_number: number, account_name: sandboxHolderOf(number) };
    return { status: true, message: 'Account number resolved', data };
  });
}

/** In whose name an account number is: the same for the same number. */
export function sandboxHolderOf(number: string): string {
  const sum = Number(number);
  const serial = Math.floor(sum / 10);
  const second = [1, 12, 144].map((at) => SYLLABLES[Math.floor(serial / at) % SYLLABLES.length]);
  return `${FIRST[sum % FIRST.length]} ${second.join('')} ${LAST[serial % LAST.length]}`;
}

import * as v from 'valibot';
import type { Bank } from '../../src/contract/banks.ts';
import { isSameText } from '../crypto/hash.ts';
import { type App, Refusal } from '../http/serve.ts';
import { SANDBOX_BANK_LISTING_KEY } from '../providers/open-providers.ts';

const FIRST = ['ADA', 'EMEKA', 'FATIMA', 'TUNDE', 'NGOZI', 'IBRAHIM', 'CHIOMA', 'SEGUN'];
const LAST = ['OKAFOR', 'BELLO', 'ADEYEMI', 'EZE', 'MUSA', 'BALOGUN', 'NWOSU', 'DANJUMA'];

/** The syllables of second names. There are enough that two players of a test do not have the same name. */
const SYLLABLES = ['CHI', 'NE', 'DU', 'KA', 'OBI', 'LO', 'FE', 'MI', 'TO', 'SE', 'RA', 'YE'];

const account = v.object({ account_number: v.string(), bank_code: v.string() });

/** The bank listing's interface, played by this server (go-live.md#providers-and-the-sandbox). */
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

/** The name of an account's holder, always the same for the same number. */
export function sandboxHolderOf(number: string): string {
  const sum = Number(number);
  const serial = Math.floor(sum / 10);
  const second = [1, 12, 144].map((at) => SYLLABLES[Math.floor(serial / at) % SYLLABLES.length]);
  return `${FIRST[sum % FIRST.length]} ${second.join('')} ${LAST[serial % LAST.length]}`;
}

/** A bank as a listing gives it. Banks that closed stay on the list. */
type ListedBank = Bank & { active?: boolean; is_deleted?: boolean };

/** Banks of Nigeria by name, with the codes that payment providers know them by. */
const BANKS: readonly ListedBank[] = [
  { name: '9mobile 9Payment Service Bank', code: '120001' },
  { name: 'Access Bank (Diamond)', code: '063' },
  { name: 'Access Bank', code: '044' },
  { name: 'Airtel Smartcash PSB', code: '120004' },
  { name: 'ALAT by WEMA', code: '035A' },
  { name: 'Carbon', code: '565' },
  { name: 'Citibank Nigeria', code: '023' },
  { name: 'Ecobank Nigeria', code: '050' },
  { name: 'Eyowo', code: '50126' },
  { name: 'FairMoney Microfinance Bank', code: '51318' },
  { name: 'Fidelity Bank', code: '070' },
  { name: 'First Bank of Nigeria', code: '011' },
  { name: 'First City Monument Bank', code: '214' },
  { name: 'Globus Bank', code: '00103' },
  { name: 'Guaranty Trust Bank', code: '058' },
  { name: 'Heritage Bank', code: '030', active: false, is_deleted: true },
  { name: 'HopePSB', code: '120002' },
  { name: 'Jaiz Bank', code: '301' },
  { name: 'Keystone Bank', code: '082' },
  { name: 'Kuda Bank', code: '50211' },
  { name: 'Lotus Bank', code: '303' },
  { name: 'Moniepoint MFB', code: '50515' },
  { name: 'MTN Momo PSB', code: '120003' },
  { name: 'OPay Digital Services Limited (OPay)', code: '999992' },
  { name: 'Optimus Bank Limited', code: '107' },
  { name: 'PalmPay', code: '999991' },
  { name: 'Parallex Bank', code: '104' },
  { name: 'Polaris Bank', code: '076' },
  { name: 'PremiumTrust Bank', code: '105' },
  { name: 'Providus Bank', code: '101' },
  { name: 'Rubies MFB', code: '125' },
  { name: 'Signature Bank Ltd', code: '106' },
  { name: 'Sparkle Microfinance Bank', code: '51310' },
  { name: 'Stanbic IBTC Bank', code: '221' },
  { name: 'Standard Chartered Bank', code: '068' },
  { name: 'Sterling Bank', code: '232' },
  { name: 'Suntrust Bank', code: '100' },
  { name: 'TAJ Bank', code: '302' },
  { name: 'Titan Bank', code: '102' },
  { name: 'Union Bank of Nigeria', code: '032' },
  { name: 'United Bank For Africa', code: '033' },
  { name: 'Unity Bank', code: '215' },
  { name: 'VFD Microfinance Bank Limited', code: '566' },
  { name: 'Wema Bank', code: '035' },
  { name: 'Zenith Bank', code: '057' },
];

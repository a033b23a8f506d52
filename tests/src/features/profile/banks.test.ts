import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { findBanks } from '../../../../src/features/profile/bank-dialog.tsx';
import { bankAccountQuery, takeOver } from '../../../../src/features/profile/banks.ts';
import { currentSession, DEFAULT_SESSION, updateSession } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { signIn } from '../../../support/render.tsx';
import { BANKS_OF_NIGERIA } from './banks-of-nigeria.ts';

describe('banks', () => {
  const PLAYER = aUser({ hasBank: false });

  const BANK = {
    bankName: 'Access Bank',
    acctNumber: '789',
    acctName: 'ADA OKAFOR',
    heldUntil: null,
  };

  const added = () => {
    const client = new QueryClient();
    takeOver(client, PLAYER, { is: 'added', bank: BANK });
    return client.getQueryData(bankAccountQuery(PLAYER.id).queryKey);
  };

  beforeEach(() => signIn(PLAYER));

  test('an account that was added is shown at once', () => {
    expect(added()).toEqual(BANK);
    expect(currentSession().user).toMatchObject({ hasBank: true });
  });

  test.each([
    ['nobody', () => updateSession(DEFAULT_SESSION)],
    ['somebody else', () => signIn(aUser({ id: '8', hasBank: false }))],
  ])('one that is answered when %s is signed in leaves nothing on the phone', (_who, change) => {
    change();
    expect(added()).toBeUndefined();
    expect(currentSession().user).not.toMatchObject({ hasBank: true });
  });
});

const BANKS = [
  'Access Bank',
  'First City Monument Bank',
  'Guaranty Trust Bank',
  'Lotus Bank',
  'Unity Bank',
  'United Bank For Africa',
].map((name, index) => ({ name, code: `${index}` }));

test.each([
  ['', BANKS.map(({ name }) => name)],
  ['  guar ', ['Guaranty Trust Bank']],
  ['GTB', ['Guaranty Trust Bank']],
  ['uba', ['United Bank For Africa']],
  ['fcmb', ['First City Monument Bank']],
  ['unit', ['Unity Bank', 'United Bank For Africa']],
  ['trust', ['Guaranty Trust Bank']],
  [
    'u',
    [
      'Unity Bank',
      'United Bank For Africa',
      'First City Monument Bank',
      'Guaranty Trust Bank',
      'Lotus Bank',
    ],
  ],
  ['barcelona', []],
])('a search for "%s" finds banks by name and by initials', (typed, names) => {
  expect(findBanks(BANKS, typed).map(({ name }) => name)).toEqual(names);
});

/** Names that people use, by the bank that they mean. */
const SPELLINGS: Record<string, string[]> = {
  'Guaranty Trust Bank': [
    'GTBank',
    'GTB',
    'gt bank',
    'G.T.B',
    'Guaranty',
    'Guarantee Trust',
    'GTCO',
    'guaranty trust bank plc',
    'garanty trust',
  ],
  'First Bank of Nigeria': [
    'First bank',
    'firstbank',
    'FBN',
    'First Bank Nigeria',
    'FirstBank Plc',
    'fristbank',
  ],
  'First City Monument Bank': ['FCMB', 'fcmb bank', 'First City', 'first city monument'],
  'United Bank For Africa': ['UBA', 'uba bank', 'U.B.A', 'United Bank', 'united bank of africa'],
  'Zenith Bank': ['Zenith', 'zenithbank', 'zennith', 'zenit bank', 'Zeinth'],
  'Access Bank': ['Access', 'accessbank', 'Acess bank', 'acces', 'ACCESS BANK PLC'],
  'Access Bank (Diamond)': ['Diamond bank', 'access diamond'],
  'Ecobank Nigeria': ['Eco bank', 'EcoBank', 'eccobank', 'eco'],
  'OPay Digital Services Limited (OPay)': ['Opay', 'O pay', 'o-pay', 'oppay', 'Paycom'],
  PalmPay: ['Palmpay', 'palm pay', 'PALMPAY MFB', 'pampay'],
  'Moniepoint MFB': [
    'Moniepoint MFB',
    'moniepoint',
    'Monie point',
    'Moniepoint Microfinance Bank',
    'moneypoint',
    'monipoint',
  ],
  'Kuda Bank': ['Kuda', 'kuda mfb', 'Kuda Microfinance Bank', 'kudabank'],
  'Sterling Bank': ['Sterling', 'stirling bank', 'sterlingbank'],
  'Polaris Bank': ['Polaris', 'polarise bank', 'Skye bank'],
  'Wema Bank': ['Wema', 'wemabank', 'Wemma'],
  'ALAT by WEMA': ['ALAT', 'alat bank', 'wema alat'],
  'Stanbic IBTC Bank': ['Stanbic', 'stanbic ibtc', 'IBTC', 'Stambic'],
  'Union Bank of Nigeria': ['Union', 'Union bank', 'union bank plc'],
  'Fidelity Bank': ['Fidelity', 'fidelty bank', 'Fidellity'],
  'Keystone Bank': ['Keystone', 'key stone bank', 'keyston'],
  'Jaiz Bank': ['Jaiz', "Ja'iz bank", 'jaizbank'],
  'Providus Bank': ['Providus', 'providos', 'providius bank'],
  'Unity Bank': ['Unity', 'unity bank plc', 'untiy bank'],
  'VFD Microfinance Bank Limited': ['VFD', 'VFD MFB', 'V bank', 'vbank'],
  'Rubies MFB': ['Rubies', 'Rubies bank', 'rubbies'],
  Carbon: ['Carbon', 'carbon mfb', 'cabon'],
  'Fairmoney Microfinance Bank': ['FairMoney', 'Fair money', 'fairmoney mfb'],
  '9mobile 9Payment Service Bank': ['9PSB', '9 PSB', '9 payment service bank', '9mobile'],
  HopePSB: ['Hope PSB', 'hope', 'Hope Payment Service Bank'],
  'MTN Momo PSB': ['MoMo PSB', 'momo', 'MTN momo', 'mtn'],
  'Airtel Smartcash PSB': ['SmartCash PSB', 'smart cash', 'Airtel', 'airtel money'],
  'Citibank Nigeria': ['Citi bank', 'citi'],
  'Standard Chartered Bank': ['Standard Chartered', 'stanchart', 'standard chartred'],
  'TAJ Bank': ['Taj', 'TAJBank'],
  'Lotus Bank': ['Lotus'],
  'Globus Bank': ['Globus', 'globbus'],
  'Suntrust Bank': ['Sun trust'],
  'PremiumTrust Bank': ['Premium Trust', 'premium trust bank'],
  'Titan Bank': ['Titan', 'Titan Trust bank'],
  'Sparkle Microfinance Bank': ['Sparkle', 'sparkle mfb'],
  'Money Master PSB': ['MoneyMaster', 'money master psb'],
};

const SAID = Object.entries(SPELLINGS).flatMap(([bank, said]) =>
  said.map((spelling) => ({
    bank,
    spelling,
    shown: findBanks(BANKS_OF_NIGERIA, spelling).map(({ name }) => name),
  })),
);

test('what people say finds their bank: of 100 spellings and more, 95 of a hundred among the first three', () => {
  expect(SAID.length).toBeGreaterThanOrEqual(100);
  const missed = SAID.filter(({ bank, shown }) => !shown.slice(0, 3).includes(bank));
  expect(missed.length / SAID.length, JSON.stringify(missed)).toBeLessThanOrEqual(0.05);
});

test('no spelling shows another bank first or alone', () => {
  const wrong = SAID.filter(({ bank, shown }) => shown.length > 0 && shown[0] !== bank);
  expect(wrong).toEqual([]);
});

test.each([
  'Heritage Bank',
  'heritage',
  'Oceanic Bank',
  'Intercontinental',
  'Afribank',
  'Chase',
  'zzzz',
])('a bank that the list has not, %s, finds none', (spelling) => {
  expect(findBanks(BANKS_OF_NIGERIA, spelling)).toEqual([]);
});

test.each(BANKS_OF_NIGERIA)('$name is found first by its name', (bank) => {
  expect(findBanks(BANKS_OF_NIGERIA, bank.name)[0]).toEqual(bank);
  expect(findBanks(BANKS_OF_NIGERIA, bank.name.toUpperCase())[0]).toEqual(bank);
});

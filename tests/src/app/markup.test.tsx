import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, test } from 'vitest';
import { HeaderLayout } from '../../../src/app/header-layout.tsx';
import { SideBoard } from '../../../src/features/leaderboard/side-board.tsx';
import { putEntry } from '../../../src/outbox/store.ts';
import { aBoard, aBoardRow, aMessage, aUser } from '../../support/builders.ts';
import { dismissPromos, openDashboard, serveDashboard, served } from '../../support/dashboard.tsx';
import { answer } from '../../support/fake-api.ts';
import { PAYLOADS } from '../../support/payloads.ts';
import { renderScreen, signIn } from '../../support/render.tsx';
import { expectTexts } from '../../support/shown-as-text.ts';
import * as billing from '../features/billing/billing.tsx';
import * as contact from '../features/help/contact-form.tsx';
import * as boards from '../features/leaderboard/boards.tsx';
import * as bank from '../features/profile/bank-form.tsx';
import * as profile from '../features/profile/profile-form.tsx';

const [IMAGE = '', SVG = '', SCRIPT = '', FRAME = ''] = PAYLOADS;
/** A player who chose each of these as nickname and as picture name. */
const hostile = aUser({ name: IMAGE, username: IMAGE, image: SVG, email: SCRIPT, city: FRAME });

const rows = PAYLOADS.map((name, index) =>
  aBoardRow(index + 1, { fmuser: { name, image: index % 2 === 0 ? name : null } }),
);

beforeEach(() => signIn(hostile));

test('header and side menu show the name of the player as text', async () => {
  renderScreen(<HeaderLayout title={SCRIPT} />, { path: '/home', at: '/home' });
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  await screen.findByRole('dialog', { name: IMAGE });
  expectTexts(IMAGE, SCRIPT);
});

test('podium, rows and the sheet of a report show names as text', async () => {
  boards.signInAged(31, { name: IMAGE, username: IMAGE });
  answer('get', 'points', aBoard({ leaderBoard: rows }));
  answer('get', 'points/monthly', aBoard({ leaderBoard: rows }));
  boards.open();
  await screen.findByText(FRAME);
  expectTexts(...PAYLOADS);
  await userEvent.click(screen.getByRole('button', { name: FRAME }));
  await screen.findByRole('dialog', { name: FRAME });
  expectTexts(...PAYLOADS);
});

test('the board beside the dashboard shows names as text', async () => {
  boards.signInAged(31, { name: IMAGE });
  answer('get', 'points', aBoard({ leaderBoard: rows }));
  renderScreen(<SideBoard />);
  await screen.findByText(FRAME);
  expectTexts(...PAYLOADS.slice(0, 9));
});

test('the dashboard shows names of competitions as text', async () => {
  dismissPromos();
  const categories = PAYLOADS.map((name, index) => {
    return {
      id: `c${index}`,
      name: name.slice(0, 80),
      image: `${name.slice(0, 80)}.svg`,
      isActive: true,
    };
  });
  serveDashboard({ ...served, categories: { data: categories } });
  openDashboard();
  await screen.findByText(SVG);
  expectTexts(...categories.map(({ name }) => name));
});

test('a message, and why it was refused, are shown as text', async () => {
  const message = { ...aMessage().message, subject: IMAGE, message: SVG };
  await putEntry(aMessage({ message, refusal: { code: 'x', message: SCRIPT } }));
  contact.open();
  await screen.findByText(`Not sent: ${IMAGE}`);
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expectTexts(IMAGE, SVG);
});

test('the profile shows what the player wrote, and what the server answers, as text', async () => {
  answer('get', 'banks', { data: { bank: null } });
  answer('put', 'user', { raw: JSON.stringify({ status: true, data: hostile, message: FRAME }) });
  profile.open();
  await screen.findByDisplayValue(IMAGE);
  await userEvent.clear(profile.field('Nickname'));
  await userEvent.type(profile.field('Nickname'), 'Ada');
  await profile.update();
  await screen.findByText(FRAME);
  expectTexts(FRAME);
});

test("a bank's name and its account's owner are shown as text", async () => {
  bank.show({
    list: { data: [{ name: SVG, code: '044' }] },
    name: [{ data: { account_name: IMAGE } }],
  });
  await bank.choose('Add bank account', `${SVG} 044`);
  bank.fill('0123456789');
  await screen.findByText(IMAGE);
  expectTexts(IMAGE, SVG);
});

test('payments and the passbook show descriptions and references as text', async () => {
  const at = new Date().toISOString();
  billing.serve({
    payments: billing.payments([{ description: IMAGE, amount: 100, createdAt: at }]),
    passbook: billing.passbook([billing.aRow(1, { reason: SVG, reference: SCRIPT })]),
  });
  billing.open();
  await screen.findByText(IMAGE);
  expectTexts(IMAGE);
});

import { expect, type Page } from 'playwright/test';
import type { ApiCall } from './faults.ts';
import { isHome, makePlayer, newPhone } from './player.ts';

/** The actions that take a step, and repeat it after a failure. */
type Handles = { take: () => Promise<unknown>; retry: () => Promise<unknown> };

/** A step of an entry that needs the server. */
export type Step = {
  name: string;
  call: ApiCall;
  /** Leads up to the step. */
  arrive: (page: Page) => Promise<Handles>;
  /** The messages for a failing server, and for no network. */
  says: { server: string | RegExp; line: string | RegExp };
  /** The way on other than a retry, if the form itself is not one. */
  wayRound?: string;
  /** The page that the step leads to on success. */
  leadsTo: (page: Page) => Promise<unknown>;
  /** Whether the step changes data: a lost reply must not make it count twice. */
  changes?: boolean;
};

const LOOK_UP: ApiCall = { method: 'GET', path: 'user/234' };
const CREATION: ApiCall = { method: 'POST', path: 'user/' };
const SUBSCRIPTION: ApiCall = { method: 'GET', path: 'payments/subscribe/airtime/' };
const VERIFICATION: ApiCall = { method: 'GET', path: 'payments/subscription/airtime/verify/' };

/** As links have it: 234 and ten digits. */
export const linkForm = (phone: string) => phone.replace(/^0/, '234');

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
// By a key: a quick second tap at the same place would count as stray.
const pressAgain = (page: Page, name: string) => page.getByRole('button', { name }).press('Enter');
const home = async (page: Page) => {
  await expect(page).toHaveURL(/\/home$/);
  await isHome(page);
};
const newPlayersForm = (page: Page) => expect(page.getByLabel('Email')).toBeVisible();

/** A form is sent by its button, and sent again by the same. */
async function form(page: Page, button: string): Promise<Handles> {
  // The code of the calls arrives while the number is typed.
  await page.waitForLoadState('networkidle');
  return { take: () => press(page, button), retry: () => pressAgain(page, button) };
}

async function dialog(page: Page) {
  await page.goto('/');
  await press(page, 'Get started');
  await page.getByLabel('Phone number').fill(newPhone());
  return form(page, 'Enter');
}

async function newPlayer(page: Page) {
  await (await dialog(page)).take();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('I am 18 or older').check();
  return form(page, 'Enter');
}

async function knownPhone(page: Page): Promise<string> {
  const { phone } = await makePlayer(page, 'Ada');
  return phone;
}

/** A link works by itself: opening it is the step. */
const link = (path: string, phoneOf: (page: Page) => string | Promise<string>) => {
  return async (page: Page): Promise<Handles> => {
    const phone = linkForm(await phoneOf(page));
    return {
      take: () => page.goto(`${path}msisdn=${phone}`),
      retry: () => pressAgain(page, 'Try again'),
    };
  };
};

/** The sign-up dialog of the landing (sign-in.md#get-started). */
const DIALOG: Step[] = [
  { name: 'the look-up', call: LOOK_UP, arrive: dialog, leadsTo: newPlayersForm },
  { name: 'the creation', call: CREATION, arrive: newPlayer, leadsTo: home, changes: true },
].map((step) => ({
  ...step,
  name: `${step.name} of the dialog`,
  says: {
    server: 'Something went wrong on our side. Please try again.',
    line: 'No network. Check your connection and try again.',
  },
}));

const ONBOARDING = [
  { entry: '/onboarding', button: 'Login' },
  { entry: '/onboarding?variant=subscribe', button: 'Subscribe NGN 100/Week' },
].flatMap(({ entry, button }): Step[] => {
  const arrive = async (page: Page) => {
    await page.goto(entry);
    await page.getByLabel('Phone number').fill(newPhone());
    return form(page, button);
  };
  const shared = { arrive, wayRound: 'Sign up', leadsTo: newPlayersForm };
  return [
    {
      ...shared,
      name: `the look-up of ${entry}`,
      call: LOOK_UP,
      says: { server: 'You could not be signed in', line: 'No network' },
    },
    {
      ...shared,
      name: `the subscription of ${entry}`,
      call: SUBSCRIPTION,
      says: { server: 'Your operator does not answer', line: 'No network' },
      changes: true,
    },
  ];
});

const LINKS = ['/login?', '/authenticate?', '/secure-d?status=success&'].flatMap((path): Step[] => {
  const entry = path.replace(/\?.*/, '');
  const shared = { arrive: link(path, newPhone), wayRound: 'Sign up', leadsTo: home };
  return [
    {
      ...shared,
      name: `the look-up of ${entry}`,
      call: LOOK_UP,
      says: { server: 'You could not be signed in', line: 'No network' },
    },
    {
      ...shared,
      name: `the creation of ${entry}`,
      call: CREATION,
      says: { server: 'Your account could not be created', line: 'No network' },
      changes: true,
    },
    {
      name: `the verification of ${entry}`,
      call: VERIFICATION,
      arrive: link(path, knownPhone),
      says: { server: /^You are signed in\. Try again/, line: /^No network\. You are signed in/ },
      wayRound: 'Go to home',
      leadsTo: home,
    },
  ];
});

/** Every step of every entry that calls the server and waits for its answer. */
export const STEPS: Step[] = [...DIALOG, ...ONBOARDING, ...LINKS];

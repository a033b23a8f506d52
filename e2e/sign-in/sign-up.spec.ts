import { expect, test } from '../support/fixtures.ts';
import { comeHome, newPhone, signUp } from '../support/player.ts';

test('a visitor is led from the dashboard to the landing page and sees why', async ({ page }) => {
  await page.goto('/home');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('Please Login')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Win fast cash!' })).toBeVisible();
});

test('an unknown address shows the landing page', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Win fast cash!' })).toBeVisible();
});

test('a player who comes back by number is known again', async ({ page }) => {
  const phone = await signUp(page, 'Ada');
  await page.goto('/');
  await expect(page).toHaveURL(/\/home$/);

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('football-mastermind'))).not.toContain(
    'Ada',
  );

  await page.getByRole('button', { name: 'Get started' }).click();
  await page.getByLabel('Phone number').fill(phone);
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByText('Ada', { exact: true })).toBeVisible();
});

test('a mistake in the form is named beside its field', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Get started' }).click();
  const enter = page.getByRole('button', { name: 'Enter' });
  await page.getByLabel('Phone number').fill('803000000');
  await enter.click();
  await expect(page.getByText('Phone number must be 10 or 11 digits')).toBeVisible();
  await page.getByLabel('Phone number').fill('06030000000');
  await enter.click();
  await expect(page.getByText('Enter a Nigerian mobile number, like 0803 000 0000')).toBeVisible();
  await page.getByLabel('Phone number').fill(newPhone());
  await enter.click();
  await page.getByLabel('Email').fill('ada.example.com');
  await page.getByLabel('Username').fill('');
  await enter.click();
  await expect(page.getByText('Enter an email like ada@example.com')).toBeVisible();
  await expect(page.getByText('Enter a username of 1 to 10 letters')).toBeVisible();
  await expect(page.getByText('Confirm that you are 18 or older')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('with the line cut, signing up says so and goes on when it is back', async ({
  page,
  relay,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Get started' }).click();
  await page.getByLabel('Phone number').fill(newPhone());
  await expect(page.getByRole('button', { name: 'Enter' })).toBeEnabled();
  // The code of the calls arrives while the number is typed.
  await page.waitForLoadState('networkidle');
  relay.cut();
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page.getByText('No network. Check your connection and try again.')).toBeVisible();
  relay.restore();
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('an operator that refuses leaves the player inactive, with the way to a plan', async ({
  page,
}) => {
  await comeHome(page, 'Bola', newPhone().replace(/..$/, '01'));
  await page.getByRole('button', { name: 'La Liga' }).click();
  // By a key: a tap as quick as a test's would count as the second of a double tap.
  await page.getByRole('button', { name: /^Easy/ }).press('Enter');
  const ended = page.getByRole('dialog', { name: 'Not enough airtime' });
  await ended.getByRole('button', { name: 'Start Subscription' }).click();
  const plans = page.getByRole('dialog', { name: 'Start Subscription' });
  await plans.getByRole('button', { name: 'Pay ₦100 from airtime' }).click();
  await expect(plans.getByText('Not enough airtime')).toBeVisible();
  await plans.getByRole('button', { name: 'Close' }).click();
  await ended.getByRole('button', { name: 'Go Home' }).click();
  await expect(ended).toBeHidden();
});

test("a player on the operator's network sees its colours, also after a reload", async ({
  page,
}) => {
  await comeHome(page, 'Efe', newPhone().replace('0803', '0805'));
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'glo');
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'glo');
});

test.describe(() => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test('dark mode is kept over a reload, with no flash of light', async ({ page }) => {
    await comeHome(page, 'Chidi');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('switch', { name: 'Dark mode' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    // Before any of the app's own code: the document alone sets it.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});

import { expect, test } from '../support/fixtures.ts';
import { comeHome } from '../support/player.ts';

test('in text twice as large the levels stay inside the screen, and nothing lies over another', async ({
  page,
}) => {
  await comeHome(page, 'Ada');
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
  await page.getByRole('button', { name: 'La Liga' }).click();
  const levels = page.getByRole('dialog', { name: 'Select Level' }).getByRole('listitem');
  await expect(levels).toHaveCount(3);
  for (const level of await levels.all()) {
    const wider = await level.evaluate((item) =>
      [...item.querySelectorAll('*:not(.vh, svg *)')]
        .filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0)
        .map((part) => part.textContent),
    );
    expect(wider).toEqual([]);
  }
});

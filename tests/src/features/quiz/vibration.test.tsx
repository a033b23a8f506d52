import '../../../support/fake-clock.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SideMenu } from '../../../../src/app/menu.tsx';
import { chooseVibration } from '../../../../src/lib/choices.ts';
import { aUser } from '../../../support/builders.ts';
import { pass } from '../../../support/fake-clock.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';
import { openAt, press } from './play.tsx';

const vibrate = vi.fn(() => true);

beforeEach(() => {
  signIn();
  vibrate.mockClear();
  Object.assign(navigator, { vibrate });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'vibrate');
  vi.restoreAllMocks();
});

describe('an answer', () => {
  test('vibrates once where the player allows it: short for right, twice for wrong', async () => {
    chooseVibration(true);
    await openAt(5);
    await press('Right 5');
    await pass(750);
    await press('Wrong 6');
    await pass(1100);
    await press('Skip');
    expect(vibrate.mock.calls).toEqual([[[40]], [[40, 60, 40]]]);
    chooseVibration(false);
  });

  test('that does not come: each of the last three seconds is felt as it begins', async () => {
    chooseVibration(true);
    await openAt(5);
    await pass(8999);
    expect(vibrate).not.toHaveBeenCalled();
    await pass(1);
    expect(vibrate.mock.calls).toEqual([[[20]]]);
    await pass(5000);
    expect(vibrate.mock.calls).toEqual([[[20]], [[20]], [[20]]]);
    chooseVibration(false);
  });

  test('is still by default', async () => {
    await openAt(5);
    await press('Right 5');
    expect(vibrate).not.toHaveBeenCalled();
  });
});

describe('the switch in the side menu', () => {
  const openMenu = () => renderScreen(<SideMenu player={aUser()} onClose={() => undefined} />);
  const vibration = () => screen.getByRole('switch', { name: 'Vibration' });

  test('is off at first, and is kept on this phone', () => {
    const { unmount } = openMenu();
    expect(vibration().getAttribute('aria-checked')).toBe('false');
    fireEvent.click(vibration());
    expect(vibration().getAttribute('aria-checked')).toBe('true');
    expect(vibrate).toHaveBeenCalledTimes(1);
    unmount();
    openMenu();
    expect(vibration().getAttribute('aria-checked')).toBe('true');
    fireEvent.click(vibration());
    expect(vibration().getAttribute('aria-checked')).toBe('false');
    expect(vibrate).toHaveBeenCalledTimes(1);
  });

  test('is not there where the phone cannot vibrate', () => {
    Reflect.deleteProperty(navigator, 'vibrate');
    openMenu();
    expect(screen.queryByRole('switch', { name: 'Vibration' })).toBeNull();
    expect(screen.getByRole('switch', { name: 'Dark mode' })).toBeTruthy();
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  canVibrate,
  chooseVibration,
  isVibrationChosen,
  isVibrationOn,
  vibrate,
} from '../../../src/lib/choices.ts';

const shake = vi.fn(() => true);

beforeEach(() => {
  shake.mockClear();
  Object.assign(navigator, { vibrate: shake });
});

afterEach(() => {
  vi.restoreAllMocks();
  chooseVibration(false);
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'vibrate');
});

test('is off until the player allows it, and remembers nothing but that', () => {
  expect([isVibrationOn(), isVibrationChosen()]).toEqual([false, false]);
  vibrate('right');
  expect(shake).not.toHaveBeenCalled();
  chooseVibration(true);
  expect({ ...localStorage }).toEqual({ 'fom-vibration': 'on' });
  vibrate('right');
  expect(shake.mock.calls).toEqual([[[40]]]);
  chooseVibration(false);
  expect({ ...localStorage }).toEqual({ 'fom-vibration': 'off' });
  // A player who declined is not asked again.
  expect([isVibrationOn(), isVibrationChosen()]).toEqual([false, true]);
});

test('does nothing where the phone cannot', () => {
  Reflect.deleteProperty(navigator, 'vibrate');
  chooseVibration(true);
  expect(canVibrate()).toBe(false);
  expect(() => vibrate('wrong')).not.toThrow();
});

test('a phone that keeps nothing follows the choice as long as the page lives', () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse);
  expect(isVibrationOn()).toBe(false);
  chooseVibration(true);
  expect(isVibrationOn()).toBe(true);
  chooseVibration(false);
  expect(isVibrationOn()).toBe(false);
});

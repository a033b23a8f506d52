import '../../support/fake-clock.ts';
import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Countdown } from '../../../src/components/countdown.tsx';
import { pass } from '../../support/fake-clock.ts';

function show(timerMs: number, leftMs = timerMs, isRunning = true) {
  const { container } = render(
    <Countdown timerMs={timerMs} leftMs={leftMs} isRunning={isRunning} />,
  );
  const timer = screen.getByRole('timer');
  return {
    colour: () => ['warn', 'bad'].find((name) => timer.classList.contains(name)) ?? 'green',
    text: () => timer.textContent,
    said: () => container.querySelector('[aria-live]')?.textContent,
    fill: container.querySelector<HTMLElement>('.fill'),
  };
}

describe.each([
  ['easy', 10_000],
  ['medium', 12_000],
  ['hard', 15_000],
])('the countdown of the level %s', (_level, timerMs) => {
  test('is yellow from half the time, and red under a quarter', async () => {
    const { colour } = show(timerMs);
    await pass(timerMs / 2 - 1);
    expect(colour()).toBe('green');
    await pass(1);
    expect(colour()).toBe('warn');
    await pass(timerMs / 4);
    expect(colour()).toBe('warn');
    await pass(1);
    expect(colour()).toBe('bad');
  });

  test('shows each second, and none twice', async () => {
    const { text } = show(timerMs);
    for (let second = timerMs / 1000; second > 0; second--) {
      expect(text()).toBe(`${second}s left`);
      await pass(999);
      expect(text()).toBe(`${second}s left`);
      await pass(1);
    }
    expect(text()).toBe('0s left');
  });
});

test('what is left when the question comes back counts, not the whole time', async () => {
  const { colour, text, fill } = show(12_000, 4500);
  expect(text()).toBe('5s left');
  expect(colour()).toBe('warn');
  expect(fill?.style.animationDelay).toBe('-7500ms');
  await pass(1501);
  expect(text()).toBe('3s left');
  expect(colour()).toBe('bad');
});

test('it is said at half and at a quarter only', async () => {
  const { said } = show(12_000);
  expect(said()).toBe('');
  await pass(5000);
  expect(said()).toBe('');
  await pass(1000);
  expect(said()).toBe('Half the time left');
  await pass(3001);
  expect(said()).toBe('A quarter of the time left');
});

test('it stands still while an answer shows', async () => {
  const { text, fill, said } = show(12_000, 2000, false);
  await pass(3000);
  expect(text()).toBe('2s left');
  expect(fill?.classList.contains('running')).toBe(false);
  expect(said()).toBe('');
});

test('with reduced motion the bar has a step for each second', () => {
  expect(show(10_000).fill?.style.getPropertyValue('--seconds')).toBe('10');
});

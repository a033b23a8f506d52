import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CodeStep } from '../../../../src/features/sign-in/code-step.tsx';

const NOW = Date.UTC(2026, 10, 21);

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

function show(parts: { error?: string; busy?: boolean } = {}) {
  const calls = { onSubmit: vi.fn(), onResend: vi.fn(), onBack: vi.fn() };
  const pending = { id: 'c1', phone: '2348030000000', channel: 'sms', resendAt: NOW + 62_000 };
  render(
    <CodeStep
      pending={pending}
      action="Enter"
      error={parts.error ?? null}
      busy={parts.busy ?? false}
      {...calls}
    />,
  );
  return calls;
}

const field = () => screen.getByLabelText<HTMLInputElement>('Code');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const enter = () => fireEvent.click(screen.getByRole('button', { name: 'Enter' }));

describe('the code', () => {
  test('is asked for where the phone fills it in by itself', () => {
    show();
    expect(screen.getByRole('status').textContent).toBe(
      'We sent 6 digits by SMS to +234 803 000 0000.',
    );
    expect(field().autocomplete).toBe('one-time-code');
    expect(field().inputMode).toBe('numeric');
    expect(document.activeElement).toBe(field());
  });

  test.each([' 123-456 ', '١٢٣٤٥٦', 'code: १२३ ४५६'])('may be pasted as %j', (pasted) => {
    const { onSubmit } = show();
    type(pasted);
    expect(field().value).toBe('123456');
    enter();
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith('123456');
  });

  test('of fewer digits is not sent', () => {
    const { onSubmit } = show();
    type('12345');
    enter();
    expect(onSubmit).not.toHaveBeenCalled();
    screen.getByText('Enter the 6 digits');
  });

  test('that is wrong is said beside the field', () => {
    show({ error: 'That code is wrong.' });
    screen.getByText('That code is wrong.');
    expect(field().getAttribute('aria-invalid')).toBe('true');
  });

  test('can be sent again after its wait', () => {
    const { onResend } = show();
    const again = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Send a new code/ });
    expect(again().textContent).toBe('Send a new code in 1:02');
    fireEvent.click(again());
    expect(onResend).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(61_000));
    expect(again().textContent).toBe('Send a new code in 0:01');
    act(() => void vi.advanceTimersByTime(1000));
    expect(again().textContent).toBe('Send a new code');
    fireEvent.click(again());
    expect(onResend).toHaveBeenCalledOnce();
  });

  test('leads back to the number', () => {
    const { onBack } = show();
    fireEvent.click(screen.getByRole('button', { name: 'Change number' }));
    expect(onBack).toHaveBeenCalledOnce();
  });
});

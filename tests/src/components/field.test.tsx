import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, test } from 'vitest';
import { PhoneField, TextField } from '../../../src/components/field.tsx';

test('an error that takes the place of a hint is said, also to who is in the field', () => {
  const { rerender } = render(<TextField label="Code" hint="Six digits" />);
  const hint = screen.getByText('Six digits').closest('p');
  expect(screen.queryByRole('alert')).toBeNull();
  rerender(<TextField label="Code" hint="Six digits" error="That code is wrong." />);
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toBe('That code is wrong.');
  // A screen reader announces new elements, not old ones with a new role.
  expect(alert).not.toBe(hint);
  expect(screen.getByLabelText('Code').getAttribute('aria-describedby')).toBe(alert.id);
});

function Form({ error }: { error?: string }) {
  const [phone, setPhone] = useState('');
  return <PhoneField value={phone} onChange={setPhone} error={error} hint="Like 803 000 0000" />;
}

const field = () => screen.getByLabelText<HTMLInputElement>('Phone number');

function type(value: string): string {
  fireEvent.change(field(), { target: { value } });
  return field().value;
}

describe('PhoneField', () => {
  it('opens the numeric keypad', () => {
    render(<Form />);
    expect(field().inputMode).toBe('numeric');
  });

  it.each([
    ['8030000000', '8030000000'],
    ['0803 000 0000', '0803 000 0000'],
    ['08o3-000abc', '083000'],
    ['080300000001234', '08030000000'],
    ['+234 803 000 0000', '803 000 0000'],
    ['+2348030000000', '8030000000'],
    ['002348030000000', '8030000000'],
    // Ten digits that begin like the country's code are left to the rules.
    ['2348030000', '2348030000'],
    ['letters', ''],
    ['٠٨٠٣ ٠٠٠ ٠٠٠٠', '0803 000 0000'],
    ['+२३४८०३०००००००', '8030000000'],
    ['𞥐𞥘𞥐𞥓', '0803'],
  ])('turns %j into %j', (typed, kept) => {
    render(<Form />);
    expect(type(typed)).toBe(kept);
  });

  it('says its hint to readers', () => {
    render(<Form />);
    const hint = document.getElementById(field().getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toBe('Like 803 000 0000');
    expect(field().hasAttribute('aria-invalid')).toBe(false);
  });

  it('says its error to readers in place of the hint', () => {
    render(<Form error="Phone number must be 10 or 11 digits" />);
    const error = document.getElementById(field().getAttribute('aria-describedby') ?? '');
    expect(error?.textContent).toBe('Phone number must be 10 or 11 digits');
    expect(field().getAttribute('aria-invalid')).toBe('true');
  });
});

import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TextField } from '../../../src/components/field.tsx';

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

import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Dialog } from '../../../../src/components/dialog.tsx';
import {
  type GetStartedErrors,
  GetStartedForm,
  type GetStartedValues,
} from '../../../../src/features/sign-in/get-started-form.tsx';

const VALUES: GetStartedValues = { phone: '', email: '', username: 'SwiftLion', isAdult: false };

type Options = { step?: 'phone' | 'new'; errors?: GetStartedErrors; busy?: boolean };

function show({ step = 'phone', errors = {}, busy = false }: Options = {}) {
  const calls = { onChange: vi.fn(), onSubmit: vi.fn(), onReroll: vi.fn() };
  render(
    <Dialog title="Get started" onClose={vi.fn()}>
      <GetStartedForm step={step} values={VALUES} errors={errors} busy={busy} {...calls} />
    </Dialog>,
  );
  return calls;
}

const enter = () => fireEvent.click(screen.getByRole('button', { name: 'Enter' }));

describe('the form of Get started', () => {
  it('asks for the phone number alone at first', () => {
    show();
    expect(screen.getByLabelText('Phone number')).toBe(document.activeElement);
    expect(screen.queryByLabelText('Email')).toBeNull();
  });

  it('asks a new player for more and goes there', () => {
    show({ step: 'new' });
    expect(screen.getByText('Welcome. This number is new.')).toBeTruthy();
    expect(screen.getByLabelText('Email')).toBe(document.activeElement);
  });

  it.each([
    ['Eleven Chars', 'Eleven Cha'],
    ['é'.repeat(11).normalize('NFD'), 'é'.repeat(10).normalize('NFD')],
    ['⚽'.repeat(11), '⚽'.repeat(10)],
  ])('of the username %s it takes %s', (typed, taken) => {
    const { onChange } = show({ step: 'new' });
    fireEvent.change(screen.getByLabelText('Username'), { target: { value: typed } });
    expect(onChange).toHaveBeenLastCalledWith({ username: taken });
  });

  it('says what changes', () => {
    const { onChange, onReroll } = show({ step: 'new' });
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada@example.com' } });
    expect(onChange).toHaveBeenLastCalledWith({ email: 'ada@example.com' });
    fireEvent.click(screen.getByLabelText('I am 18 or older'));
    expect(onChange).toHaveBeenLastCalledWith({ isAdult: true });
    fireEvent.click(screen.getByRole('button', { name: 'Try another name' }));
    expect(onReroll).toHaveBeenCalledOnce();
  });

  it('is sent by Enter, once while it waits', () => {
    const { onSubmit } = show();
    enter();
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('is not sent again while it is busy', () => {
    const { onSubmit } = show({ busy: true });
    const form = screen.getByLabelText('Phone number').closest('form');
    fireEvent.submit(form as HTMLFormElement);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('goes to the first field that has an error, and then leaves the focus alone', () => {
    const calls = { onChange: vi.fn(), onSubmit: vi.fn(), onReroll: vi.fn() };
    const form = (errors: GetStartedErrors) => (
      <GetStartedForm step="new" values={VALUES} errors={errors} busy={false} {...calls} />
    );
    const { rerender } = render(form({}));
    enter();
    rerender(form({ username: 'Enter a username', isAdult: 'Confirm it' }));
    expect(screen.getByLabelText('Username')).toBe(document.activeElement);
    rerender(form({ isAdult: 'Confirm it' }));
    expect(screen.getByLabelText('Username')).toBe(document.activeElement);
    expect(screen.getByLabelText('I am 18 or older').getAttribute('aria-invalid')).toBe('true');
  });
});

import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Button } from '../../../src/components/button.tsx';

describe('Button', () => {
  it('says that it waits, keeps the focus and does nothing more', () => {
    const onClick = vi.fn();
    const onSubmit = vi.fn();
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" loading onClick={onClick}>
          Enter
        </Button>
      </form>,
    );
    const button = screen.getByRole('button');
    button.focus();
    fireEvent.click(button);
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(button.textContent).toContain('Please wait');
    expect(document.activeElement).toBe(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('never submits a form by accident', () => {
    render(<Button>Try another name</Button>);
    expect(screen.getByRole<HTMLButtonElement>('button').type).toBe('button');
  });
});

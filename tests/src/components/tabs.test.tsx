import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Tabs } from '../../../src/components/tabs.tsx';

const TABS = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'daily', label: 'Daily' },
] as const;

function Board() {
  const [value, setValue] = useState<'weekly' | 'monthly' | 'daily'>('weekly');
  return (
    <Tabs label="Leaderboard" tabs={TABS} value={value} onChange={setValue}>
      board of {value}
    </Tabs>
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });
const chosen = () => screen.getByRole('tab', { selected: true }).textContent;

describe('Tabs', () => {
  it('shows the panel of the chosen tab and ties the two together', () => {
    render(<Board />);
    const panel = screen.getByRole('tabpanel', { name: 'Weekly' });
    expect(tab('Weekly').getAttribute('aria-controls')).toBe(panel.id);
    fireEvent.click(tab('Monthly'));
    expect(screen.getByRole('tabpanel', { name: 'Monthly' }).textContent).toBe('board of monthly');
  });

  it('is one stop for the Tab key', () => {
    render(<Board />);
    expect(screen.getAllByRole('tab').map((element) => element.tabIndex)).toEqual([0, -1, -1]);
  });

  it.each([
    ['ArrowRight', 'Monthly'],
    ['ArrowLeft', 'Daily'],
    ['End', 'Daily'],
    ['Home', 'Weekly'],
  ])('%s goes from Weekly to %s, with the focus', (key, name) => {
    render(<Board />);
    tab('Weekly').focus();
    fireEvent.keyDown(tab('Weekly'), { key });
    expect(chosen()).toBe(name);
    expect(document.activeElement).toBe(tab(name));
  });

  it('goes round at the end', () => {
    render(<Board />);
    fireEvent.keyDown(tab('Weekly'), { key: 'End' });
    fireEvent.keyDown(tab('Daily'), { key: 'ArrowRight' });
    expect(chosen()).toBe('Weekly');
  });
});

import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { cx } from './button.tsx';
import styles from './tabs.module.css';

type Tab<Value extends string> = { value: Value; label: ReactNode };

type Props<Value extends string> = {
  /** Tells screen readers what the tabs choose between. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** `bar` is for tabs on a night ground below the bar, `segments` for a choice within a page. */
  look?: 'bar' | 'segments';
  children: ReactNode;
  panelClassName?: string | undefined;
};

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  look = 'bar',
  children,
  panelClassName,
}: Props<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const moveBy = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = target(event.key, at, tabs.length);
    const tab = to === null ? undefined : tabs[to];
    if (to === null || !tab) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
    onChange(tab.value);
  };

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={cx(
          look === 'bar' ? cx('on-night', styles.tabs) : styles.segments,
          tabs.length > 3 && styles.many,
        )}
        onKeyDown={moveBy}
      >
        {tabs.map((tab) => {
          const chosen = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={chosen}
              aria-controls={chosen ? `${id}-panel` : undefined}
              tabIndex={chosen ? 0 : -1}
              className={look === 'bar' ? styles.tab : styles.segment}
              onClick={() => onChange(tab.value)}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        className={panelClassName}
      >
        {children}
      </div>
    </>
  );
}

function target(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

import type { ComponentProps, MouseEvent, ReactElement } from 'react';
import styles from './button.module.css';
import { Icon, type IconName } from './icon.tsx';

type Colour =
  | 'primary'
  | 'red'
  | 'pink'
  | 'green'
  | 'blue'
  | 'orange'
  | 'gold'
  | 'line'
  | 'night'
  | 'danger';

type Look = {
  colour?: Colour | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** The button is as wide as its text. Small buttons always are. */
  fit?: boolean | undefined;
};

type ButtonProps = Look &
  ComponentProps<'button'> & {
    loading?: boolean | undefined;
    icon?: IconName | ReactElement | undefined;
  };

function buttonClass({ colour = 'primary', size = 'md', fit }: Look = {}): string {
  return cx(styles.button, styles[colour], styles[size], (fit || size === 'sm') && styles.fit);
}

export function Button({
  colour,
  size,
  fit,
  loading = false,
  icon,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  // A button that is loading ignores presses. It is not `disabled`, because it would then lose the
  // focus.
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={cx(buttonClass({ colour, size, fit }), className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={click}
    >
      <span className={cx(styles.label, loading && styles.hidden)}>
        {typeof icon === 'string' ? <Icon name={icon} size={size === 'sm' ? 18 : 24} /> : icon}
        {children}
      </span>
      {loading && (
        <span className={styles.wait}>
          <Spinner size={size === 'sm' ? 20 : 26} />
          <span className={fit || size === 'sm' ? 'vh' : undefined}>Please wait</span>
        </span>
      )}
    </button>
  );
}

type LinkLook = Look & ComponentProps<'a'> & { icon?: IconName };

/** A link to a page elsewhere that looks like a button, for the main action of a screen. */
export function ButtonLink({ colour, size, fit, icon, children, ...rest }: LinkLook) {
  return (
    <a {...rest} className={buttonClass({ colour, size, fit })}>
      <span className={styles.label}>
        {icon && <Icon name={icon} />}
        {children}
      </span>
    </a>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName;
  'aria-label': string;
};

export function IconButton({ icon, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={cx(styles.iconButton, className)}>
      <Icon name={icon} />
    </button>
  );
}

/**
 * A button that looks like a link. When it can't be pressed it ignores presses, but it keeps the focus.
 */
export function LinkButton({
  className,
  type = 'button',
  disabled,
  onClick,
  ...rest
}: ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type={type}
      className={cx(styles.link, className)}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    />
  );
}

type SpinnerProps = { size?: number };

/**
 * Shown while the app waits for a person or a payment. Content that loads by itself shows skeletons
 * instead.
 */
export function Spinner({ size = 26 }: SpinnerProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={styles.spinner}
      aria-hidden="true"
    >
      <path fill="none" stroke="currentColor" strokeWidth="3.5" d="M12 2.5a9.5 9.5 0 1 1-9.5 9.5" />
    </svg>
  );
}

/** Joins class names, and leaves out empty ones. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

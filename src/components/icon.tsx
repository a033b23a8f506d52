import { ICONS, type IconName, type IconPart } from './icon-paths.ts';

export type { IconName } from './icon-paths.ts';

type Props = {
  name: IconName;
  /** Edge in CSS pixels. */
  size?: number;
  /** Says what it means where no word stands beside it. */
  label?: string;
  className?: string | undefined;
};

export function Icon({ name, size = 24, label, className }: Props) {
  const parts: IconPart[] = ICONS[name];
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: hidden, or named by aria-label.
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={className}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      focusable="false"
    >
      {parts.map(({ d, stroke }) =>
        stroke ? (
          <path key={d} d={d} fill="none" stroke="currentColor" strokeWidth={stroke} />
        ) : (
          <path key={d} d={d} fill="currentColor" fillRule="evenodd" />
        ),
      )}
    </svg>
  );
}

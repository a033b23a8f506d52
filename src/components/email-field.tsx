import type { ComponentProps } from 'react';
import { TextField } from './field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'onChange' | 'type'> & {
  onChange: (email: string) => void;
};

/** An email address: the phone's own keyboard for it, and nothing that it would correct. */
export function EmailField({ onChange, ...rest }: Props) {
  return (
    <TextField
      name="email"
      autoComplete="email"
      enterKeyHint="next"
      {...rest}
      label="Email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

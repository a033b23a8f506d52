import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { brandOf } from '../config/brands.ts';
import { sessionAtom } from '../session/session.ts';

/** Puts the session's theme and brand on the document, where the design tokens read them. */
export function useTheme(): void {
  const { dark, network } = useAtomValue(sessionAtom);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = dark ? 'dark' : 'light';
    dataset.brand = brandOf(network);
  }, [dark, network]);
}

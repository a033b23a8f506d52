// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { useEffect } from 'react';
import { useBrand } from '../session/use-brand.ts';
import { useIsDark } from '../session/use-is-dark.ts';

/** Puts theme and brand on the document, where the design tokens read them, and on its bar. */
export function useTheme(): void {
  const isDark = useIsDark();
  const { id, barColours } = useBrand();
  const barColour = barColours[isDark ? 1 : 0];
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = isDark ? 'dark' : 'light';
    dataset.brand = id;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColour);
  }, [isDark, id, barColour]);
}

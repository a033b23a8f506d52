// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { Provider } from 'jotai';
import { type ReactNode, useEffect } from 'react';
import { PartnerName } from '../components/wordmark.tsx';
import { store } from '../session/session.ts';
import { useBrand } from '../session/use-brand.ts';
import { useIsDark } from '../session/use-is-dark.ts';

type Props = { children: ReactNode };

/** What every screen stands in: the session, and the looks of whoever plays. */
export function Providers({ children }: Props) {
  return (
    <Provider store={store}>
      <Looks>{children}</Looks>
    </Provider>
  );
}

/** Puts theme and brand on the document, where the design tokens read them, and on its bar. */
function Looks({ children }: Props) {
  const isDark = useIsDark();
  const { id, name } = useBrand();
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.theme = isDark ? 'dark' : 'light';
    root.dataset.brand = id;
    const night = getComputedStyle(root).getPropertyValue('--c-night').trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', night);
  }, [isDark, id]);
  return <PartnerName value={name}>{children}</PartnerName>;
}

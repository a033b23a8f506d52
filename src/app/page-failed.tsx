// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { ErrorPage } from '../components/error-page.tsx';
import { paths } from '../config/paths.ts';

/** In place of a page that threw, or whose code could not be fetched. */
export function PageFailed() {
  return (
    <ErrorPage
      title="This page could not be opened"
      help="Your network may be down. What you have played is kept on this phone."
      action="Try again"
      onAction={() => location.reload()}
      secondAction="Go Home"
      onSecondAction={() => location.assign(paths.home)}
    />
  );
}

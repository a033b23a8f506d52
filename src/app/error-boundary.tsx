import { Component, type ReactNode } from 'react';
import { ErrorPage } from '../components/error-page.tsx';
import { paths } from '../config/paths.ts';

type Props = { children: ReactNode };

/** Catches what a page throws, a route chunk that cannot be fetched included. */
export class PageErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
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
}

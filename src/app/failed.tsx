// This file is part of the first load, so a phone on 2G waits for every byte of it (npm run budget).
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorPage } from '../components/screens.tsx';
import { paths } from '../config/paths.ts';

type ErrorBoundaryProps = {
  children: ReactNode;
  /** Shown in place of the children once they failed. Without it nothing is shown. */
  fallback?: ReactNode;
};

/** Catches errors of its children, including code that cannot be fetched, until the path changes. */
export function ErrorBoundary(props: ErrorBoundaryProps) {
  return <Catcher {...props} path={useLocation().pathname} />;
}

class Catcher extends Component<ErrorBoundaryProps & { path: string }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(thrown: unknown) {
    window.heard?.push({ thrown, path: this.props.path });
  }

  override componentDidUpdate({ path }: { path: string }, { hasFailed }: { hasFailed: boolean }) {
    // Only a change of the path after the failed update resets. A reset in the same update would try
    // the failing page again for ever.
    if (hasFailed && path !== this.props.path) this.setState({ hasFailed: false });
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

/** The page in place of a page that threw an error or whose code could not be fetched. */
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

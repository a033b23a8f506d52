import { Component, type ReactNode } from 'react';

type Props = { children: ReactNode; fallback: ReactNode };

/** Catches what is thrown below it, a lazy chunk that cannot be fetched included. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

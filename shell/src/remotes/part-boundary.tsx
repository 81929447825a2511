import { Component, type ErrorInfo, type ReactNode } from 'react';
import { noteError } from '../telemetry/note-error.ts';

interface PartBoundaryProps {
  children: ReactNode;
  /** Shown instead of what threw. `reset` renders the children anew. */
  fallback: (reset: () => void) => ReactNode;
}

/** Contains what a remote's component throws while rendering. */
export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(thrown: unknown, { componentStack }: ErrorInfo): void {
    noteError(thrown, { componentStack });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback(() => this.setState({ failed: false }));
  }
}

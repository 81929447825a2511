import { Component, type ErrorInfo, type ReactNode } from 'react';
import { recordError } from '../telemetry/record-error.ts';

interface RemoteBoundaryProps {
  children: ReactNode;
  /** Shown instead of what threw, with the number of failures. `reset` renders the children again. */
  fallback: (reset: () => void, attempts: number) => ReactNode;
  /** Called when the children were shown without throwing. */
  onShown?: () => void;
}

/** Contains what a remote's component throws while rendering. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, { failed: boolean; resets: number }> {
  override state = { failed: false, resets: 0 };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidMount(): void {
    if (!this.state.failed) this.props.onShown?.();
  }

  override componentDidCatch(thrown: unknown, { componentStack }: ErrorInfo): void {
    recordError(thrown, { componentStack });
  }

  override render(): ReactNode {
    const { failed, resets } = this.state;
    if (!failed) return this.props.children;
    return this.props.fallback(() => this.setState({ failed: false, resets: resets + 1 }), resets + 1);
  }
}

import { ErrorPanel } from './error-panel.tsx';

export interface LoadProblemProps {
  /** What could not be loaded: "the invoice". */
  what: string;
  /** An AppError. */
  error: { readonly code: string; readonly faultCode?: string };
  /** Why the database rejected the query, as a sentence. */
  why?: string | undefined;
  /** What is safe, as a sentence: "Your booking is safe with us." */
  safe: string;
  onRetry: () => void;
}

/** Shown instead of what could not be loaded: what is safe, and what to do. */
export function LoadProblem({ what, error, why, safe, onRetry }: LoadProblemProps) {
  const offline = error.code === 'offline';
  const sentences = [
    error.code === 'rate_limited' && 'There were many requests from your connection. Wait a minute.',
    why,
    safe,
    offline && `We load ${what} as soon as you are back.`,
  ];
  return (
    <ErrorPanel
      title={offline ? 'You are offline' : `We could not load ${what}`}
      onRetry={onRetry}
      code={error.faultCode}
    >
      <p>{sentences.filter(Boolean).join(' ')}</p>
    </ErrorPanel>
  );
}

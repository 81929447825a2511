import type { AppError } from '@twostroke/shared/data';
import { shop } from '@twostroke/shared/domain/shop';
import { ErrorPanel } from '@twostroke/shared/ui/error-panel';

export interface LoadProblemProps {
  /** What could not be loaded: "the free times". */
  what: string;
  error: AppError;
  onRetry: () => void;
}

/** In the place of what could not be loaded: what is safe, and what to do. */
export function LoadProblem({ what, error, onRetry }: LoadProblemProps) {
  return (
    <ErrorPanel
      title={error.code === 'offline' ? 'You are offline' : `We could not load ${what}`}
      onRetry={onRetry}
      phone={{ number: shop.phone, label: `Call ${shop.phoneShown}` }}
      whatsapp={shop.whatsApp}
    >
      <p>
        {error.code === 'rate_limited' ? 'There were many requests from your connection. Wait a minute. ' : ''}
        {error.code === 'invalid' ? `${error.message.replace(/\.?$/, '.')} ` : ''}
        Your answers are safe on this phone.
        {error.code === 'offline' ? ` We load ${what} as soon as you are back.` : ''}
      </p>
    </ErrorPanel>
  );
}

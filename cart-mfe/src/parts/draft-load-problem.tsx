import type { AppError } from '@twostroke/shared/client';
import { LoadProblem, type LoadProblemProps } from '@twostroke/shared/ui/load-problem';
import { explain } from '../messages.ts';

interface DraftLoadProblemProps extends Pick<LoadProblemProps, 'what' | 'onRetry'> {
  error: AppError;
  /** What is safe, where that is not the draft. */
  safe?: string | undefined;
}

/** Shown instead of data that a draft needs and that failed to load. */
export function DraftLoadProblem({
  error,
  safe = 'Your answers are safe on this phone.',
  ...problem
}: DraftLoadProblemProps) {
  return (
    <LoadProblem
      {...problem}
      error={error}
      why={error.code === 'invalid' ? explain(error).replace(/\.?$/, '.') : undefined}
      safe={safe}
    />
  );
}

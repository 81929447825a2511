import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import type { ReactNode } from 'react';
import { LoadProblem } from './load-problem.tsx';
import { useLoaded } from './use-loaded.ts';

export interface LatePartProps<Module> {
  /** One name per part. */
  name: string;
  /** After "We could not load": "the waitlist". */
  what: string;
  load: () => Promise<Module>;
  children: (module: Module) => ReactNode;
}

/** A part that few need, loaded when they do. Without internet it says so and comes when that is back. */
export function LatePart<Module>({ name, what, load, children }: LatePartProps<Module>) {
  const part = useLoaded(`part ${name}`, load);
  if (part.status === 'ready') return children(part.data);
  if (part.status === 'failed') return <LoadProblem what={what} error={part.error} onRetry={part.reload} />;
  return <SkeletonCard lines={4} label={`Loading ${what}`} />;
}

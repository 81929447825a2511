import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import type { ReactNode } from 'react';
import { DraftLoadProblem } from './draft-load-problem.tsx';
import { useQuery } from '@twostroke/shared/api/use-query';

export interface LazyModuleProps<Module> {
  /** One name per module. */
  name: string;
  /** After "We could not load": "the waitlist". */
  what: string;
  /** What is safe when it can't be loaded, where that is not the draft. */
  safe?: string;
  load: () => Promise<Module>;
  children: (module: Module) => ReactNode;
}

/** A rarely used view, loaded on demand. Offline it shows a message and loads once the network is back. */
export function LazyModule<Module>({ name, what, safe, load, children }: LazyModuleProps<Module>) {
  const part = useQuery(`part ${name}`, load);
  if (part.status === 'ready') return children(part.data);
  if (part.status === 'failed')
    return <DraftLoadProblem what={what} safe={safe} error={part.error} onRetry={part.reload} />;
  return <SkeletonCard lines={4} label={`Loading ${what}`} />;
}

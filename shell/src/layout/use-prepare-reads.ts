import { prepareReads } from '@twostroke/shared/client';
import { useEffect } from 'react';
import { useIdle } from './use-idle.ts';

/**
 * Downloads the database client in an idle moment, so that the first tap on a prerendered page need not wait for it.
 */
export function usePrepareReads(): void {
  const idle = useIdle();
  useEffect(() => {
    if (idle) prepareReads();
  }, [idle]);
}

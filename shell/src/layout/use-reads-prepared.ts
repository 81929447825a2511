import { prepareReads } from '@twostroke/shared/data';
import { useEffect } from 'react';
import { useIdle } from './use-idle.ts';

/** Downloads the database client in an idle moment: the first tap on a page that was rendered ahead need not wait for it. */
export function useReadsPrepared(): void {
  const idle = useIdle();
  useEffect(() => {
    if (idle) prepareReads();
  }, [idle]);
}

import { RouterProvider } from '@twostroke/shared/router';
import { store } from '@twostroke/shared/state';
import { Provider } from 'jotai';
import { StrictMode, useEffect, useMemo, type ReactNode } from 'react';
import { recordError } from '../telemetry/record-error.ts';
import type { SiteRouter } from '../telemetry/follow-routes.ts';
import { showMovesAtOnce } from './show-moves-at-once.ts';

/** The providers around the router, in browsers and in Node alike: prerendered HTML must come from the same tree. */
export function SiteProviders({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <Provider store={store}>{children}</Provider>
    </StrictMode>
  );
}

export interface AppProps {
  router: SiteRouter;
  /** Called once the first page is on the screen and, when it was prerendered, hydrated. */
  onReady?: () => void;
}

/** The one store and the one router of the site. */
export function App({ router, onReady }: AppProps) {
  useEffect(() => onReady?.(), [onReady]);
  const shown = useMemo(() => showMovesAtOnce(router), [router]);
  return (
    <SiteProviders>
      <RouterProvider router={shown} onError={(thrown, { errorInfo }) => recordError(thrown, errorInfo)} />
    </SiteProviders>
  );
}

import { RouterProvider } from '@twostroke/shared/router';
import { store } from '@twostroke/shared/state';
import { Provider } from 'jotai';
import { StrictMode } from 'react';
import { noteError } from '../telemetry/note-error.ts';
import type { SiteRouter } from './create-site-router.tsx';

/** The one store and the one router of the site. */
export function App({ router }: { router: SiteRouter }) {
  return (
    <StrictMode>
      <Provider store={store}>
        <RouterProvider router={router} onError={(thrown, { errorInfo }) => noteError(thrown, errorInfo)} />
      </Provider>
    </StrictMode>
  );
}

import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { AppError } from '@twostroke/shared/data';
import { isRouteErrorResponse, useRouteError } from '@twostroke/shared/router';
import { useEffect } from 'react';
import { AccessDenied } from '../layout/access-denied.tsx';
import { NotFoundPage } from '../layout/not-found-page.tsx';
import { noteError } from '../telemetry/note-error.ts';
import { DataFailed } from './data-failed.tsx';
import { RemoteFailure } from './remote-failure.ts';
import { RemoteMissing } from './remote-missing.tsx';

/** What a route shows when its guard, its code or its data said no. */
export function RouteFailed({ route }: { route: RegistryRoute }) {
  const error = useRouteError();
  useEffect(() => noteError(error, { app: route.remote }), [error, route.remote]);
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  if (isRouteErrorResponse(error) && error.status === 403) return <AccessDenied />;
  if (error instanceof RemoteFailure && navigator.onLine === false)
    return <DataFailed error={new AppError('offline', 'There is no internet connection.')} />;
  if (error instanceof RemoteFailure) return <RemoteMissing remote={error.remote} attempts={error.attempts} />;
  if (error instanceof AppError && error.code === 'not_found') return <NotFoundPage />;
  if (error instanceof AppError) return <DataFailed error={error} />;
  return <RemoteMissing remote={route.remote} attempts={1} />;
}

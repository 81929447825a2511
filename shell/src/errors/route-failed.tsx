import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { AppError } from '@twostroke/shared/client';
import { isRouteErrorResponse, useRevalidator, useRouteError } from '@twostroke/shared/router';
import { useCallback, useEffect } from 'react';
import { AccessDenied } from './access-denied.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { recordError } from '../telemetry/record-error.ts';
import { DataFailed } from './data-failed.tsx';
import { RemoteFailure } from '../telemetry/remote-failure.ts';
import { RemoteMissing } from './remote-missing.tsx';
import { useWhenOnline } from '../remotes/use-when-online.ts';

/** What a route shows when its guard, code or data failed. */
export function RouteFailed({ route }: { route: RegistryRoute }) {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  useEffect(() => recordError(error, { app: route.remote }), [error, route.remote]);
  useWhenOnline(
    useCallback(() => {
      const canPass = error instanceof RemoteFailure ? error.reason !== 'disabled' : error instanceof AppError;
      if (canPass) void revalidate();
    }, [error, revalidate]),
  );
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  if (isRouteErrorResponse(error) && error.status === 403) return <AccessDenied />;
  if (error instanceof RemoteFailure && navigator.onLine === false)
    return <DataFailed error={new AppError('offline', 'There is no internet connection.')} frame={route.frame} />;
  if (error instanceof RemoteFailure) return <RemoteMissing route={route} attempts={error.attempts} />;
  if (error instanceof AppError && error.code === 'not_found') return <NotFoundPage />;
  if (error instanceof AppError) return <DataFailed error={error} frame={route.frame} />;
  return <RemoteMissing route={route} attempts={1} />;
}

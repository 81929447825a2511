/**
 * The part of React Router that the apps use. Sharing this narrow module instead of the whole library saves 40 kB on
 * every page; nothing else in the repository imports react-router-dom. Each export is on every page: add one only when
 * it is used.
 */
export {
  createBrowserRouter,
  isRouteErrorResponse,
  matchRoutes,
  Outlet,
  redirect,
  RouterProvider,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useNavigationType,
  useParams,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from 'react-router-dom';
export type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
export { Link, type LinkProps } from './link.tsx';

/** Throw in a loader for a slug that does not exist: the shell shows the not-found page. */
export function notFound(): Response {
  return new Response('', { status: 404, statusText: 'Not Found' });
}

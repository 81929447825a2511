/**
 * The part of React Router that the apps use. Sharing this narrow module instead of the whole library keeps 40 kB off
 * every page; nothing else in the repository imports react-router-dom.
 */
export {
  createBrowserRouter,
  createMemoryRouter,
  data,
  Form,
  isRouteErrorResponse,
  Link,
  matchPath,
  matchRoutes,
  NavLink,
  Outlet,
  redirect,
  RouterProvider,
  ScrollRestoration,
  useFetcher,
  useHref,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useParams,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from 'react-router-dom';
export type { LinkProps, LoaderFunctionArgs, RouteObject } from 'react-router-dom';

/** Throw in a loader for a slug that does not exist: the shell shows the not-found page. */
export function notFound(): Response {
  return new Response('', { status: 404, statusText: 'Not Found' });
}

/** The ways into an account, as the `way` of the page's address. */
export type Way = 'phone' | 'email' | 'sign-up' | 'forgotten';

const ways: readonly string[] = ['phone', 'email', 'sign-up', 'forgotten'] satisfies Way[];

/** The way an address asks for; the phone by default. */
export function wayOf(params: URLSearchParams): Way {
  const way = params.get('way') ?? '';
  return ways.includes(way) ? (way as Way) : 'phone';
}

/** Address of another way that keeps where to go afterwards. */
export function wayTo(params: URLSearchParams, way: Way): string {
  const next = new URLSearchParams({ way });
  const returnTo = params.get('returnTo');
  if (returnTo) next.set('returnTo', returnTo);
  return `?${next}`;
}

/** The forms of the page, as the `way` of its address. */
export type SignInForm = 'phone' | 'email' | 'sign-up' | 'forgotten';

const forms: readonly string[] = ['phone', 'email', 'sign-up', 'forgotten'] satisfies SignInForm[];

/** The form named in the address; by default the phone form. */
export function signInFormOf(params: URLSearchParams): SignInForm {
  const way = params.get('way') ?? '';
  return forms.includes(way) ? (way as SignInForm) : 'phone';
}

/** Address of another form that keeps where to go afterwards. */
export function signInFormTo(params: URLSearchParams, way: SignInForm): string {
  const next = new URLSearchParams({ way });
  const returnTo = params.get('returnTo');
  if (returnTo) next.set('returnTo', returnTo);
  return `?${next}`;
}

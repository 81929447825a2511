import { paths } from '@twostroke/shared/contracts/paths';

export const steps = ['services', 'time', 'check'] as const;
export type Step = (typeof steps)[number];

/** After "Step 2 of 3: ". */
export const stepLabels: Record<Step, string> = {
  services: 'bike and service',
  time: 'place and time',
  check: 'your details',
};

/** Each page's question. */
export const stepTitles: Record<Step, string> = {
  services: 'Which bike, which service?',
  time: 'Where and when?',
  check: 'Your details',
};

/** Addresses from when place and details were pages of their own: people keep them open and bookmarked. */
const formerSteps: Record<string, Step> = { place: 'time', you: 'check' };

export function stepPath(step: Step): string {
  return `${paths.bookService()}?step=${step}`;
}

/** The step named in the address. Without one: place and time, because a press on a service has chosen it. */
export function stepOf(search: URLSearchParams): Step {
  const name = search.get('step') ?? '';
  return steps.find((step) => step === name) ?? formerSteps[name] ?? 'time';
}

/** The requested step, or the first one before it that still lacks an answer. */
export function stepToShow(wanted: Step, answered: Record<Exclude<Step, 'check'>, boolean>): Step {
  const open = steps.findIndex((step) => step !== 'check' && !answered[step]);
  const index = steps.indexOf(wanted);
  return steps[open === -1 ? index : Math.min(index, open)] ?? 'services';
}

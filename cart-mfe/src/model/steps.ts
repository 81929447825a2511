import { paths } from '@twostroke/shared/contracts/paths';
import type { ServiceMode } from '@twostroke/shared/domain/booking-form';

export const steps = ['services', 'place', 'time', 'you', 'check'] as const;
export type Step = (typeof steps)[number];

/** After "Step 3 of 5: ". */
export const stepLabels: Record<Step, string> = {
  services: 'bike and service',
  place: 'place',
  time: 'day and time',
  you: 'your details',
  check: 'review and book',
};

export function stepPath(step: Step): string {
  return `${paths.bookService()}?step=${step}`;
}

/** The step named in the address; the first one when that is missing or unknown. */
export function stepOf(search: URLSearchParams): Step {
  return steps.find((step) => step === search.get('step')) ?? 'services';
}

/** The requested step, or the first one before it that still lacks an answer. */
export function stepToShow(wanted: Step, answered: Record<Exclude<Step, 'check'>, boolean>): Step {
  const open = steps.findIndex((step) => step !== 'check' && !answered[step]);
  const index = steps.indexOf(wanted);
  return steps[open === -1 ? index : Math.min(index, open)] ?? 'services';
}

/** The page's question. */
export function stepTitle(step: Step, mode: ServiceMode | null): string {
  if (step === 'services') return 'Which bike, which service?';
  if (step === 'place') return 'Where should we work on it?';
  if (step === 'you') return 'Your details';
  if (step === 'check') return 'Check your answers';
  if (mode === 'pickup') return 'When should we fetch it?';
  return mode === 'workshop' ? 'When do you bring it?' : 'When should we come?';
}

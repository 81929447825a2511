import { haptic } from '@twostroke/shared/state';

/** After a press that is refused: the sentence stands on the page, the hand feels it, and the field that is wrong has the focus. */
export function refuse(field?: string): void {
  haptic('refused');
  if (field) document.getElementById(field)?.focus();
}

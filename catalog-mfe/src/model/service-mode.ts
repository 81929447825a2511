import type { ServiceMode } from '@twostroke/shared/domain/booking-form';

/** As a cell or a list says it. */
export const modeWords: Readonly<Record<ServiceMode, string>> = {
  doorstep: 'At your gate',
  pickup: 'Pickup and drop',
  workshop: 'Ride in to the workshop',
};

/** "At your gate, with pickup and drop, or at the workshop." */
export function modesSentence(modes: readonly ServiceMode[]): string {
  const parts = [
    modes.includes('doorstep') && 'at your gate',
    modes.includes('pickup') && 'with pickup and drop',
    modes.includes('workshop') && 'at our workshop',
  ].filter((part) => part !== false);
  const last = parts.at(-1) ?? 'at our workshop';
  const text = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} or ${last}` : last;
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  return modes.includes('doorstep') ? sentence : `${sentence} Not at your gate: it needs the lift and the bench.`;
}

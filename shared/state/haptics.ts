/** Vibration patterns in milliseconds, one per kind of event. */
const patterns = {
  added: [12],
  duplicate: [12, 40, 12],
  removed: [24],
  refused: [30, 60, 30],
  booked: [15, 50, 15, 50, 60],
} as const;

export type Haptic = keyof typeof patterns;

export const hapticsStorageKey = 'twostroke.haptics';

/** Whether the customer left vibration on (the default) on this phone. */
export function hapticsEnabled(): boolean {
  try {
    return window.localStorage.getItem(hapticsStorageKey) !== 'off';
  } catch {
    return true;
  }
}

export function setHapticsEnabled(enabled: boolean): void {
  try {
    if (enabled) window.localStorage.removeItem(hapticsStorageKey);
    else window.localStorage.setItem(hapticsStorageKey, 'off');
  } catch {
    // Storage may be full or blocked: vibration then stays on.
  }
}

/** Vibrates where the phone can, unless it was switched off or reduced motion is set. */
export function haptic(kind: Haptic): void {
  if (typeof navigator.vibrate !== 'function' || !hapticsEnabled()) return;
  if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return;
  navigator.vibrate([...patterns[kind]]);
}

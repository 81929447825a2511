import type { Found } from './find-servers.d.mts';
/** The path of this machine's Chromium, if it has one. */
export function presentChromium(): string | undefined;
/** The path of a Chromium that is not only the headless shell, if this machine has one. */
export function presentWholeChromium(): string | undefined;
export function findWholeChromium(): Promise<Found>;
export function findChromium(): Promise<Found>;

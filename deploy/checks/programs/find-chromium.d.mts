import type { Found } from './find-servers.d.mts';
/** The path of this machine's Chromium, if it has one. */
export function presentChromium(): string | undefined;
export function findChromium(): Promise<Found>;

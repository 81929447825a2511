import type { Found } from './find-servers.d.mts';
export function findChromium(): Promise<Found>;

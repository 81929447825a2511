import type { JobHead } from './job.ts';

const atGate: Partial<Record<JobHead['mode'], string>> = { doorstep: 'Gate', pickup: 'Pickup' };

/** Where the bike stands: "Gate, Ganga Heights, NIBM Road, Kondhwa". The address is missing in lists, and where a duty may not read it. */
export function jobPlace({ mode, area_name, address }: JobHead & { address?: string | null }): string {
  return [atGate[mode], address, area_name].filter(Boolean).join(', ');
}

import type { ServiceLine } from '../../model/service-line.ts';

/** The periodic services, which differ in how many points they check. */
export const depthLines = (lines: readonly ServiceLine[]): ServiceLine[] =>
  lines.filter(({ categorySlug, checks }) => categorySlug === 'periodic-service' && checks !== null);

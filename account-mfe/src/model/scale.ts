import type { InspectionPoint } from '@twostroke/shared/contracts/answers/inspection';

/** A measure with its limits as a scale draws it; places are parts of its length. */
export interface Scale {
  /** Where the measure is. */
  at: number;
  /** From the lowest measure to the highest. */
  zones: { tone: 'red' | 'amber' | 'green'; from: number; to: number }[];
  limits: { at: number; word: string }[];
  words: { value: string; spoken: string };
}

/** The scale of a point; null for what was not measured, or has no limit. */
export function scaleOf(point: InspectionPoint): Scale | null {
  const { value, unit, low_limit: low, high_limit: high } = point;
  if (value === null || (low === null && high === null)) return null;
  const beyond = beyondLimit(unit, low, high);
  const begin = Math.min(low === null ? 0 : Math.max(low - beyond, 0), value);
  const end = Math.max(high === null ? (low ?? 0) + beyond : high + beyond, value * 1.05);
  const place = (measure: number): number => (measure - begin) / (end - begin);
  const near = amberWidth(point, beyond, low, high);
  const ends = [
    ...(low === null ? [] : [{ tone: 'red', to: low } as const, { tone: 'amber', to: low + near } as const]),
    { tone: 'green', to: high === null ? end : high - near } as const,
    ...(high === null ? [] : [{ tone: 'amber', to: high } as const, { tone: 'red', to: end } as const]),
  ];
  return {
    at: place(value),
    zones: ends.map(({ tone, to }, index) => ({ tone, from: place(ends[index - 1]?.to ?? begin), to: place(to) })),
    limits: [low, high].flatMap((limit) => (limit === null ? [] : [{ at: place(limit), word: `limit ${limit}` }])),
    words: wordsOf(point),
  };
}

/** How far the scale goes beyond a limit: as far as its measures do. A battery is never near 0 V. */
function beyondLimit(unit: string | null, low: number | null, high: number | null): number {
  if (low !== null && high !== null) return high - low;
  return (low ?? high ?? 0) * (unit === 'V' ? 0.1 : 1);
}

/** How wide amber is: what the mechanic calls soon is in it, and what is fine is not. */
function amberWidth({ state, value }: InspectionPoint, beyond: number, low: number | null, high: number | null) {
  const width = beyond * (low !== null && high !== null ? 0.15 : 0.3);
  const inside = Math.min(low === null ? Infinity : (value ?? 0) - low, high === null ? Infinity : high - (value ?? 0));
  if (inside <= 0) return width;
  if (state === 'due_later') return Math.max(width, inside * 1.15);
  return state === 'ok' ? Math.min(width, inside * 0.85) : width;
}

function wordsOf({ value, unit, low_limit: low, high_limit: high }: InspectionPoint): Scale['words'] {
  const of = (measure: number | null): string => `${measure} ${unit ?? ''}`.trim();
  const is = value ?? 0;
  if (low !== null && is < low) return { value: of(value), spoken: `${of(value)}, below the limit of ${of(low)}` };
  if (high !== null && is > high) return { value: of(value), spoken: `${of(value)}, above the limit of ${of(high)}` };
  const within = low !== null && high !== null ? `between the limits of ${low} and ${of(high)}` : null;
  const apart = low !== null ? `above the limit of ${of(low)}` : `below the limit of ${of(high)}`;
  return { value: of(value), spoken: `${of(value)}, ${within ?? apart}` };
}

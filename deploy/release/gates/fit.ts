import type { Candidate } from './candidate.ts';
import { federationGate } from './federation.ts';
import { ownersGate } from './owners.ts';
import { sharesGate } from './shares.ts';

/** Whether releases that passed their gates at different times fit together: what can be told from their records. */
export function fitFaults(candidate: Candidate): string[] {
  return [ownersGate, federationGate, sharesGate].flatMap((gate) => gate(candidate));
}

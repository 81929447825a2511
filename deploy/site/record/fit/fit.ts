import type { Candidate } from './candidate.ts';
import { ownersGate } from './owners.ts';
import { runtimeApiGate } from './runtime-api.ts';
import { sharesGate } from './shares.ts';

/** Checks from their records whether releases that passed their gates at different times fit together. */
export function fitErrors(candidate: Candidate): string[] {
  return [ownersGate, runtimeApiGate, sharesGate].flatMap((gate) => gate(candidate));
}

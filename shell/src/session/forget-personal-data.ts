import { isPersonalKey } from '@twostroke/shared/contracts/personal-storage';
import { removeStored } from '@twostroke/shared/state';

/** Removes what all apps keep in this browser about the person who was signed in. */
export function forgetPersonalData(): void {
  for (const key of storedKeys()) if (isPersonalKey(key)) removeStored(key);
}

function storedKeys(): string[] {
  try {
    return Object.keys(window.localStorage);
  } catch {
    return []; // storage is blocked: nothing is kept
  }
}

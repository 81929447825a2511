import { sessionAtom, store } from '@twostroke/shared/state';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { BookingFacts } from '../../model/booking-facts.ts';
import { draftAtom, updateDraft } from '../../model/draft-store.ts';
import { fillDraft } from './fill-draft.ts';
import { readProfile } from '@twostroke/shared/api/profiles';

/** Prefills each draft once with the profile of a signed-in customer. */
export function usePrefilledDraft(areas: BookingFacts['areas']): void {
  const session = useAtomValue(sessionAtom);
  const user = session.status === 'signed-in' ? session.user : null;
  const { prefilledFor } = useAtomValue(draftAtom);
  useEffect(() => {
    if (!user || prefilledFor === user.id) return undefined;
    let current = true;
    const fill = (profile: Awaited<ReturnType<typeof readProfile>>): void => {
      if (current) updateDraft(fillDraft(store.get(draftAtom), user, profile, areas));
    };
    // Without a profile, the name and number of the sign-in are used.
    readProfile(user.id).then(fill, () => fill(null));
    return () => {
      current = false;
    };
  }, [user, prefilledFor, areas]);
}

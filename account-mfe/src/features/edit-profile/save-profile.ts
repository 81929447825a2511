import type { Profile } from '@twostroke/shared/api/profiles';
import { read } from '@twostroke/shared/client';

/** Writes the whole profile. @throws AppError; for a rejected field `hint` is the name of its column */
export async function saveProfile(userId: string, profile: Profile): Promise<void> {
  await read((db) =>
    db
      .from('profiles')
      .upsert({ user_id: userId, ...profile }, { onConflict: 'user_id' })
      .select('user_id'),
  );
}

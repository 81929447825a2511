import { read } from '@twostroke/shared/data';

/** What a signed-in user wants filled in next time. Null: not given. */
export interface Profile {
  full_name: string | null;
  /** `+91XXXXXXXXXX` */
  phone: string | null;
  area_slug: string | null;
  address_line: string | null;
  landmark: string | null;
}

const empty: Profile = { full_name: null, phone: null, area_slug: null, address_line: null, landmark: null };

/** The user's profile; an empty one when there is none yet. */
export async function readProfile(userId: string): Promise<Profile> {
  const rows = await read((db) =>
    db.from('profiles').select('full_name,phone,area_slug,address_line,landmark').eq('user_id', userId).limit(1),
  );
  return rows[0] ?? empty;
}

/** Writes the whole profile. @throws AppError; for a refused field `hint` is the name of its column */
export async function saveProfile(userId: string, profile: Profile): Promise<void> {
  await read((db) =>
    db
      .from('profiles')
      .upsert({ user_id: userId, ...profile }, { onConflict: 'user_id' })
      .select('user_id'),
  );
}

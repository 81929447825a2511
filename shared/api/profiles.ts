import { read } from '@twostroke/shared/client';

/** What a signed-in user wants filled in next time. Null: not given. */
export interface Profile {
  full_name: string | null;
  /** `+91XXXXXXXXXX` */
  phone: string | null;
  area_slug: string | null;
  address_line: string | null;
  landmark: string | null;
}

/** The signed-in user's own profile, or null when there is none. @throws AppError */
export async function readProfile(userId: string): Promise<Profile | null> {
  const rows = await read((db) =>
    db.from('profiles').select('full_name,phone,area_slug,address_line,landmark').eq('user_id', userId).limit(1),
  );
  return rows[0] ?? null;
}

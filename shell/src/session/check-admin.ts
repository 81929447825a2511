import { read } from '@twostroke/shared/client';

/**
 * Whether the user has the admin role. A check that fails says nothing new.
 * @param before the answer of the last check of this user
 */
export async function checkAdmin(userId: string, before = false): Promise<boolean> {
  try {
    const rows = await read((db) =>
      db.from('user_roles').select('role').eq('user_id', userId).eq('role', 'admin').limit(1),
    );
    return rows.length === 1;
  } catch {
    return before;
  }
}

import { read } from '@twostroke/shared/client';

/** Whether the user has the admin role. @throws AppError when the role can not be read */
export async function checkAdmin(userId: string): Promise<boolean> {
  const rows = await read((db) =>
    db.from('user_roles').select('role').eq('user_id', userId).eq('role', 'admin').limit(1),
  );
  return rows.length === 1;
}

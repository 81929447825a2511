import type { Enums } from '@twostroke/shared/contracts/database.types';
import type { TestDatabase } from './open-database.ts';

/** An admin with a duty. */
export async function addStaff(db: TestDatabase, duty: Enums<'staff_duty'>): Promise<{ user: string }> {
  const user = await db.addUser(`${duty}-${Math.random()}@example.com`);
  await db.sql`insert into public.user_roles (user_id, role) values (${user}, 'admin')`;
  await db.sql`insert into public.staff (user_id, name, duty) values (${user}, ${duty}, ${duty})`;
  return { user };
}

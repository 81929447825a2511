import type { Database } from '@twostroke/shared/contracts/database.types';
import type { TestDatabase } from './open-database.ts';

export type StaffDuty = Database['public']['Enums']['staff_duty'];

let hired = 0;

/** Adds an account that is staff with this duty. The name is `<duty> <number>`, unless another one is given. */
export async function hire(db: Pick<TestDatabase, 'sql' | 'addUser'>, duty: StaffDuty, name?: string): Promise<string> {
  hired += 1;
  const user = await db.addUser(`${duty}-${hired}@example.com`);
  await db.sql`insert into public.user_roles (user_id, role) values (${user}, 'admin')`;
  await db.sql`insert into public.staff (user_id, name, duty) values (${user}, ${name ?? `${duty} ${hired}`}, ${duty})`;
  return user;
}

import type { Database } from '@twostroke/shared/contracts/database.types';
import type { TestDatabase } from './open-database.ts';

export type StaffDuty = Database['public']['Enums']['staff_duty'];

/** One person of each duty, a second mechanic, and a customer. */
export type People = Record<StaffDuty | 'otherMechanic' | 'customer', { user: string }>;

type Hiring = Pick<TestDatabase, 'sql' | 'addUser'>;

let hired = 0;

/** Adds an account that is staff with this duty. The name is `<duty> <number>`, unless another one is given. */
export async function hire(db: Hiring, duty: StaffDuty, name?: string): Promise<string> {
  hired += 1;
  const user = await db.addUser(`${duty}-${hired}@example.com`);
  await db.sql`insert into public.user_roles (user_id, role) values (${user}, 'admin')`;
  await db.sql`insert into public.staff (user_id, name, duty) values (${user}, ${name ?? `${duty} ${hired}`}, ${duty})`;
  return user;
}

/** Adds a person of each duty; the mechanics are Sagar Pawar and Imran Shaikh. */
export async function hireEveryone(db: Hiring): Promise<People> {
  return {
    owner: { user: await hire(db, 'owner') },
    desk: { user: await hire(db, 'desk') },
    foreman: { user: await hire(db, 'foreman') },
    mechanic: { user: await hire(db, 'mechanic', 'Sagar Pawar') },
    accountant: { user: await hire(db, 'accountant') },
    otherMechanic: { user: await hire(db, 'mechanic', 'Imran Shaikh') },
    customer: { user: await db.addUser('asha@example.com') },
  };
}

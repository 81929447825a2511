import { randomUUID } from 'node:crypto';
import type { TestSite } from './open-test-site.ts';

/**
 * Adds an account that is staff with this duty, for journeys that test something else. A person of this name, of an
 * earlier journey on the same site, gets the duty again.
 * @returns the id of the account
 */
export async function hire(site: TestSite, name: string, duty: string): Promise<string> {
  const { sql } = site.backend;
  const [known] = await sql<{ user_id: string }[]>`
    update public.staff set duty = ${duty}, active = true where name = ${name} returning user_id`;
  if (known) return known.user_id;
  const id = randomUUID();
  await sql`insert into auth.users (id, email) values (${id}, ${`${id}@example.com`})`;
  await sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`;
  await sql`insert into public.staff (user_id, name, duty) values (${id}, ${name}, ${duty})`;
  return id;
}

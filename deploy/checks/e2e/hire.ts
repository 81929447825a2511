import { randomUUID } from 'node:crypto';
import type { TestSite } from './open-test-site.ts';

/** Adds an account that is staff with this duty, for journeys that test something else. @returns its id */
export async function hire(site: TestSite, name: string, duty: string): Promise<string> {
  const id = randomUUID();
  const { sql } = site.backend;
  await sql`insert into auth.users (id, email) values (${id}, ${`${id}@example.com`})`;
  await sql`insert into public.user_roles (user_id, role) values (${id}, 'admin')`;
  await sql`insert into public.staff (user_id, name, duty) values (${id}, ${name}, ${duty})`;
  return id;
}

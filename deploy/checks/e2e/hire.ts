import { randomUUID } from 'node:crypto';
import { desktop, type TestSite, type Visitor } from './open-test-site.ts';
import { newCustomer, signUpByCall } from './sign-in.ts';

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

/** A visitor who is signed in as a member of staff; earlier people of this name have left. */
export async function staffAt(site: TestSite, name: string, duty: string, viewport = desktop): Promise<Visitor> {
  const visitor = await site.visit(viewport);
  const account = newCustomer();
  await visitor.page.goto(`${site.url}/faq`);
  await signUpByCall(visitor.page, site, account);
  const { sql } = site.backend;
  await sql`update public.staff set active = false where name = ${name}`;
  const [user] = await sql<{ id: string }[]>`select id from auth.users where email = ${account.email}`;
  await sql`insert into public.user_roles (user_id, role) values (${user!.id}, 'admin')`;
  await sql`insert into public.staff (user_id, name, duty) values (${user!.id}, ${name}, ${duty})`;
  return visitor;
}

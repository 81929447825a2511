import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import type { LiteApp } from '../rest/lite-app.ts';
import { grantAdminRole } from './make-admin.ts';

export const demoAdminEmail = 'admin@twostroke.example';

/**
 * Creates the demo admin, unless the account exists, by an ordinary sign-up with a random password.
 *
 * @returns the new account with its password, which is not stored; undefined when the account existed.
 */
export async function createDemoAdmin(
  lite: LiteApp,
  sql: Sql,
  anonKey: string,
): Promise<{ email: string; password: string } | undefined> {
  const [known] = await sql`select 1 from auth.users where email = ${demoAdminEmail}`;
  if (known) return undefined;
  const password = randomBytes(9).toString('base64url');
  const answer = await lite.fetch(
    new Request('http://127.0.0.1/auth/v1/signup', {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: demoAdminEmail, password, data: { full_name: 'Demo Admin' } }),
    }),
  );
  if (!answer.ok) throw new Error(`The demo admin could not be created: ${await answer.text()}`);
  await grantAdminRole(sql, demoAdminEmail);
  return { email: demoAdminEmail, password };
}

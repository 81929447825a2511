import type { JsonObject } from '../../supabase/tests/open-database.ts';
import { isWholeSuite } from '../../supabase/tests/whole-suite.ts';
import type { AttackedShop } from './attacked-shop.ts';

/** Values that would do harm where a program puts them into a query, a command or a page. */
export const injections = [
  `'; drop table public.service_bookings; --`,
  `x'); update public.user_roles set role = 'admin'; --`,
  `$$; select pg_sleep(5); $$`,
  `" or 1=1; --`,
  `\\'; copy public.shop to program 'id'; --`,
  `{"$ne": null}`,
  `%00\u0001\u202e`,
  `null\u0000byte`,
];

let turn = 0;

/**
 * Which injections are tried in which places of one function: by default one in each place, in turn, so that each one
 * meets many functions; in the whole suite every combination.
 */
export function attacksOn<Place>(places: Place[]): { place: Place; words: string }[] {
  if (isWholeSuite) return places.flatMap((place) => injections.map((words) => ({ place, words })));
  return places.map((place) => ({ place, words: injections[turn++ % injections.length]! }));
}

/** What no attack may change: tables, functions, rights, roles and admins. */
export async function foundations(shop: AttackedShop): Promise<JsonObject> {
  const [row] = await shop.site.backend.sql<JsonObject[]>`
    select
      (select md5(string_agg(c.oid::text || coalesce(c.relacl::text, ''), ',' order by c.oid)) from pg_class c
        where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)) as tables,
      (select md5(string_agg(p.prosrc || coalesce(p.proacl::text, ''), ',' order by p.oid)) from pg_proc p
        where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)) as functions,
      -- Other databases of the server get their logins meanwhile.
      (select string_agg(concat(rolname, rolsuper, rolbypassrls), ',' order by oid) from pg_roles
        where rolname !~ '^(authenticator|auth|realtime|worker)_[0-9a-f]{12}$'
          or right(rolname, 12) = left(md5(current_database()), 12)) as roles,
      (select string_agg(user_id::text, ',' order by user_id) from public.user_roles) as admins,
      (select md5(string_agg(s::text, ',')) from public.shop s) as shop`;
  return { ...row };
}

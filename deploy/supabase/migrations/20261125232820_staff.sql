set check_function_bodies = off;

CREATE TYPE "public"."staff_duty" AS ENUM ('owner', 'desk', 'foreman', 'mechanic', 'accountant');

CREATE TABLE "public"."staff" ("user_id" uuid NOT NULL, "name" text NOT NULL, "phone" text, "active" boolean NOT NULL DEFAULT true, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "staff_name_check" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))), CONSTRAINT "staff_phone_check" CHECK ((phone ~ '^\+91[6-9]\d{9}$'::text)), CONSTRAINT "staff_pkey" PRIMARY KEY (user_id));

ALTER TABLE "public"."staff" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."staff" ADD COLUMN "duty" public.staff_duty NOT NULL;

CREATE OR REPLACE FUNCTION private.keep_staff()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    raise exception 'staff rows are switched off, never deleted';
  end if;
  if old.duty = 'owner' and old.active and not (new.duty = 'owner' and new.active) then
    -- Two owners who switch each other off at once would leave none.
    perform pg_advisory_xact_lock(hashtextextended('owners', 0));
    if not exists (
      select from public.staff s where s.duty = 'owner' and s.active and s.user_id <> old.user_id
    ) then
      perform private.reject(409, 'last_owner');
    end if;
  end if;
  new.updated_at := private.now();
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.require_duty(VARIADIC duties public.staff_duty[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not public.has_duty(variadic require_duty.duties) then
    perform private.reject(403, 'forbidden');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION public.has_duty(VARIADIC duties public.staff_duty[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(public.my_duty() = any (has_duty.duties), false);
end;
$function$;

CREATE OR REPLACE FUNCTION public.make_owner(account uuid)
 RETURNS public.staff_duty
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.user_roles (user_id, role) values (make_owner.account, 'admin') on conflict do nothing;
  insert into public.staff as s (user_id, name, phone, duty)
  select u.id, coalesce(p.full_name, nullif(left(split_part(u.email, '@', 1), 80), ''), 'Owner'), p.phone, 'owner'
  from auth.users u left join public.profiles p on p.user_id = u.id
  where u.id = make_owner.account
  on conflict (user_id) do update set duty = 'owner', active = true;
  return 'owner';
end;
$function$;

CREATE OR REPLACE FUNCTION public.my_duty()
 RETURNS public.staff_duty
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.is_admin() then
    return null;
  end if;
  return (select s.duty from public.staff s where s.user_id = auth.uid() and s.active);
end;
$function$;

ALTER TABLE "public"."staff" ADD CONSTRAINT "staff_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE RESTRICT;

CREATE INDEX staff_owners ON public.staff USING btree (user_id) WHERE ((duty = 'owner'::public.staff_duty) AND active);

CREATE TRIGGER keep_staff BEFORE DELETE OR UPDATE ON public.staff FOR EACH ROW EXECUTE FUNCTION private.keep_staff();

CREATE POLICY "staff read their own row, owners read all" ON "public"."staff" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT public.has_duty(VARIADIC ARRAY['owner'::public.staff_duty]) AS has_duty)));

COMMENT ON COLUMN "public"."staff"."active" IS 'False: the person left. The row stays, for the names in the audit log.';

COMMENT ON FUNCTION "private"."keep_staff"() IS 'Trigger: no row of staff is deleted, and the last active owner stays one (PT409 last_owner).';

COMMENT ON FUNCTION "private"."require_duty"(public.staff_duty[]) IS 'Rejects the call (PT403 forbidden) unless the caller has one of these duties.';

COMMENT ON FUNCTION "public"."has_duty"(public.staff_duty[]) IS 'Whether the caller is an admin with an active row in staff and one of these duties. Policies call it once per statement: (select public.has_duty(''owner'', ''desk'')).';

COMMENT ON FUNCTION "public"."is_admin"() IS 'True when the signed-in user has the role admin and, where a second factor is required or enrolled, the session was verified by one (aal2). It opens /admin and the log of alerts; everything else asks has_duty().';

COMMENT ON FUNCTION "public"."make_owner"(uuid) IS 'Gives an account the role admin and the duty owner, also when its row was switched off. For npm run make-admin.';

COMMENT ON FUNCTION "public"."my_duty"() IS 'The duty of the caller; null for everyone who is no admin (is_admin) or has no active row in staff.';

COMMENT ON TABLE "public"."staff" IS 'The people of the shop: one duty each. Without an active row an admin may do nothing inside /admin. Rows are switched off, never deleted.';

COMMENT ON TABLE "public"."user_roles" IS 'Roles. The API can''t write here; make_owner does.';

COMMENT ON TYPE "public"."staff_duty" IS 'What a person of the shop does. owner: everything. desk: bookings, callers, messages, money at the counter. foreman: all jobs of the floor. mechanic: own and unassigned jobs. accountant: invoices, reports, refunds.';

REVOKE ALL ON FUNCTION "private"."keep_staff"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_duty"(public.staff_duty[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."has_duty"(public.staff_duty[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."has_duty"(public.staff_duty[]) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "public"."make_owner"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."make_owner"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."my_duty"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_duty"() TO "authenticated";

GRANT SELECT ON TABLE "public"."staff" TO "authenticated", "service_role";

reset check_function_bodies;

revoke all on function private.keep_staff() from public, anon, authenticated, service_role;

revoke all on function private.require_duty(public.staff_duty[]) from public, anon, authenticated, service_role;

revoke all on function public.has_duty(public.staff_duty[]) from public, anon, authenticated, service_role;
grant execute on function public.has_duty(public.staff_duty[]) to authenticated;
grant execute on function public.has_duty(public.staff_duty[]) to service_role;

revoke all on function public.make_owner(uuid) from public, anon, authenticated, service_role;
grant execute on function public.make_owner(uuid) to service_role;

revoke all on function public.my_duty() from public, anon, authenticated, service_role;
grant execute on function public.my_duty() to authenticated;

revoke all on table public.staff from public, anon, authenticated, service_role;
grant select on table public.staff to authenticated;
grant select on table public.staff to service_role;

revoke all on type public.staff_duty from public, anon, authenticated, service_role;
grant usage on type public.staff_duty to public;

-- Whoever is an admin today keeps all rights, as an owner.
select public.make_owner(user_id) from public.user_roles where role = 'admin';

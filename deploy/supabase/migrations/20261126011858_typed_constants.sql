set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hidden constant text[] := '{request_id,offer_request_id,leave_hash,claim_hash}'::text[];
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
  key text := (
    select string_agg(coalesce(new_row, old_row) ->> name, ' ' order by place)
    from unnest(tg_argv) with ordinality as names (name, place)
  );
begin
  -- A change of duties is recorded whoever makes it, also when it ends the duty of the one who makes it.
  if tg_table_name <> 'staff' and (auth.uid() is null or public.my_duty() is null) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into old_row, new_row
    from jsonb_each(old_row) o
    where o.key <> 'updated_at' and new_row -> o.key is distinct from o.value;
    if old_row is null then
      return null;
    end if;
  end if;
  insert into public.audit_log (action, actor_id, actor_role, subject, table_name, row_key, before, after)
  values (
    case tg_op when 'INSERT' then 'row_added' when 'UPDATE' then 'row_changed' else 'row_removed' end::public.audit_action,
    auth.uid(), coalesce(auth.jwt() ->> 'role', session_user::text), left(tg_table_name || ' ' || key, 200),
    tg_table_name, key, old_row, new_row
  );
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.booking_of_photo(name text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (pg_catalog.regexp_match(booking_of_photo.name,
    '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(?:check-in|point-[a-z0-9]+(?:-[a-z0-9]+)*|concern-[1-9][0-9]?|line-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](?:webp|jpg)$'
  ))[1]::uuid;
$function$;

CREATE OR REPLACE FUNCTION private.credit_lines(invoice public.invoices, lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  entry jsonb;
  of_invoice jsonb;
  n int;
  rupees int;
  before int;
  upto int := 0;
  half int;
  igst int;
  seen int[] := '{}'::int[];
  result jsonb := '[]'::jsonb;
begin
  if lines is null or jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 50 then
    perform private.reject(422, 'credit_lines');
  end if;
  for entry in select e from jsonb_array_elements(lines) as t (e) loop
    n := private.to_int(entry ->> 'line');
    rupees := private.to_int(entry ->> 'rupees');
    of_invoice := case when n >= 1 then invoice.data -> 'lines' -> (n - 1) end;
    if of_invoice is null or n = any (seen) then
      perform private.reject(422, 'credit_lines');
    end if;
    seen := seen || n;
    select (coalesce(sum((l ->> 'total_paise')::int), 0) / 100)::int into before
    from public.credit_notes c, jsonb_array_elements(c.data -> 'lines') l
    where c.invoice_id = invoice.id and (l ->> 'line')::int = n;
    if rupees is null or rupees not between 1 and (of_invoice ->> 'total_paise')::int / 100 - before then
      perform private.reject(422, 'credit_amount', jsonb_build_object(
        'line', n, 'left', (of_invoice ->> 'total_paise')::int / 100 - before
      ));
    end if;
    -- Running totals are rounded like the total, as on the invoice.
    half := private.tax_inside(upto + rupees, (of_invoice ->> 'cgst_rate')::int)
      - private.tax_inside(upto, (of_invoice ->> 'cgst_rate')::int);
    igst := private.tax_inside(upto + rupees, (of_invoice ->> 'igst_rate')::int)
      - private.tax_inside(upto, (of_invoice ->> 'igst_rate')::int);
    upto := upto + rupees;
    result := result || jsonb_build_object(
      'line', n, 'description', of_invoice -> 'description', 'sac', of_invoice -> 'sac', 'rate', of_invoice -> 'rate',
      'total_paise', rupees * 100, 'taxable_paise', rupees * 100 - 2 * half - igst,
      'cgst_rate', of_invoice -> 'cgst_rate', 'cgst_paise', half, 'sgst_rate', of_invoice -> 'sgst_rate',
      'sgst_paise', half, 'igst_rate', of_invoice -> 'igst_rate', 'igst_paise', igst
    );
  end loop;
  return result;
end;
$function$;

CREATE OR REPLACE FUNCTION private.read_origin(request jsonb)
 RETURNS public.booking_origin
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  origin public.booking_origin := private.to_booking_origin(request ->> 'on_behalf');
begin
  if not (request ? 'on_behalf') then
    return 'web'::public.booking_origin;
  end if;
  perform private.require_duty('owner', 'desk');
  if origin is null or origin = 'web' then
    perform private.reject(422, 'on_behalf');
  end if;
  return origin;
end;
$function$;

CREATE OR REPLACE FUNCTION public.invite_staff(name text, duty text, email text DEFAULT NULL::text, phone text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person text := private.clean_name(invite_staff.name);
  job public.staff_duty := private.to_staff_duty(invite_staff.duty);
  mail text := private.clean_email(invite_staff.email);
  mobile text := private.clean_phone(invite_staff.phone);
begin
  perform private.require_duty('owner');
  perform private.require_fresh_sign_in();
  if person is null then
    perform private.reject(422, 'name');
  elsif job is null then
    perform private.reject(422, 'duty');
  elsif (private.clean_text(invite_staff.email) is null) = (private.clean_text(invite_staff.phone) is null) then
    perform private.reject(422, 'contact');
  elsif private.clean_text(invite_staff.email) is not null and mail is null then
    perform private.reject(422, 'email');
  elsif private.clean_text(invite_staff.phone) is not null and mobile is null then
    perform private.reject(422, 'phone');
  elsif exists (
    select from public.staff s join auth.users u on u.id = s.user_id
    where s.active and (lower(u.email) = lower(mail) or '+' || ltrim(u.phone, '+') = mobile)
  ) then
    perform private.reject(409, 'already_staff');
  end if;
  -- A second invitation of one address or number replaces the first.
  update public.staff_invitations i set withdrawn_at = private.now()
  where i.accepted_at is null and i.withdrawn_at is null and (lower(i.email) = lower(mail) or i.phone = mobile);
  insert into public.staff_invitations (name, email, phone, duty, invited_by, invited_at, ends_at)
  values (person, mail, mobile, job, auth.uid(), private.now(), private.now() + interval '14 days');
  return private.staff_of_shop();
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_audit(older_than bigint DEFAULT NULL::bigint, person uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Contacts are not the accountant's to read.
  hidden text[] := case
    when public.has_duty('owner') then '{}'::text[]
    else '{phone,email,address_line,landmark,pin,recipient,customer_phone}'::text[]
  end;
begin
  perform private.require_duty('owner', 'accountant');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', l.id, 'at', l.at, 'person', l.actor_id, 'action', l.action, 'table', l.table_name, 'key', l.row_key,
      'subject', l.subject, 'before', l.before - hidden, 'after', l.after - hidden, 'data', l.data,
      'name', (select s.name from public.staff s where s.user_id = l.actor_id),
      'about', (select s.name from public.staff s where s.user_id::text in (l.subject, l.row_key)),
      'booking', (
        select b.number from public.service_bookings b
        where b.id::text in (
          split_part(l.row_key, ' ', 1), l.before ->> 'booking_id', l.after ->> 'booking_id', l.data ->> 'booking'
        )
      )
    ) order by l.id desc), '[]')
    from (
      select a.* from public.audit_log a
      where (list_audit.older_than is null or a.id < list_audit.older_than)
        and (list_audit.person is null or a.actor_id = list_audit.person)
      order by a.id desc limit 50
    ) l
  );
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
  select
    u.id,
    private.free_staff_name(
      coalesce(p.full_name, nullif(left(split_part(u.email, '@', 1), 76), ''), 'Owner'), u.id
    ),
    p.phone, 'owner'
  from auth.users u left join public.profiles p on p.user_id = u.id
  where u.id = make_owner.account
  on conflict (user_id) do update set duty = 'owner', active = true;
  return 'owner'::public.staff_duty;
end;
$function$;

CREATE OR REPLACE FUNCTION public.update_booking(booking uuid, changes jsonb, expected_version integer, note text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  b public.service_bookings := private.lock_for_edit(update_booking.booking, update_booking.expected_version);
  remark text := private.clean_text(update_booking.note);
  c public.service_bookings;
  fields text[] := '{customer_name,phone,email,address_line,landmark,area_slug,pin,vehicle_number,chassis_last5,odometer_km,model_year,notes}'::text[];
  before jsonb;
begin
  if char_length(remark) > 300 then
    perform private.reject(422, 'note_too_long', '{"max": 300}');
  end if;
  c := private.corrected_booking(b, update_booking.changes);
  select coalesce(jsonb_object_agg(o.key, o.value), '{}') into before
  from jsonb_each(to_jsonb(b)) o
  where o.key = any (fields) and o.value is distinct from to_jsonb(c) -> o.key;
  if before = '{}' then
    return private.booking_state(b) || jsonb_build_object('edits', b.edits);
  end if;
  update public.service_bookings s set
    customer_name = c.customer_name, phone = c.phone, email = c.email, address_line = c.address_line,
    landmark = c.landmark, area_slug = c.area_slug, pin = c.pin, vehicle_number = c.vehicle_number,
    chassis_last5 = c.chassis_last5, odometer_km = c.odometer_km, model_year = c.model_year, notes = c.notes,
    -- A caller's booking belongs to whoever has confirmed the number.
    user_id = case when s.origin <> 'web' and c.phone <> s.phone then private.account_of_number(c.phone) else s.user_id end,
    edits = s.edits + 1
  where s.id = b.id returning * into b;
  insert into public.booking_events (booking_id, at, actor, actor_id, from_status, to_status, note, kind, data)
  values (
    b.id, private.now(), 'admin', auth.uid(), b.status, b.status, remark, 'corrected',
    jsonb_build_object('before', before, 'edit', b.edits)
  );
  update public.message_outbox m set recipient = case m.channel when 'sms' then b.phone else b.email end
  where m.booking_id = b.id and m.status = 'waiting' and (m.channel = 'sms' or b.email is not null);
  return private.booking_state(b) || jsonb_build_object('edits', b.edits);
end;
$function$;

COMMENT ON FUNCTION "private"."booking_of_photo"(text) IS 'The booking of a photo, from its name <booking>/<subject>/<photo>.<webp|jpg>; null for any other name. Subjects: check-in, point-<point of the inspection>, concern-<number of the line>, line-<id of the extra work>.';

reset check_function_bodies;

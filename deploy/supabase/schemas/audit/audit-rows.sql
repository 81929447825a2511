-- Every row that staff write leaves a line in the audit log: who, when, table, key, before and after.

create function private.audit_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  hidden constant text[] := '{request_id,offer_request_id,leave_hash,claim_hash}'::text[]
    || case tg_table_name when 'handover_codes' then '{code}' else '{}' end::text[];
  old_row jsonb;
  new_row jsonb;
  whole jsonb;
  key text;
  line public.audit_log;
begin
  -- A change of duties is recorded whoever makes it, also when it ends the duty of the one who makes it.
  if tg_table_name <> 'staff' and (auth.uid() is null or public.my_duty() is null) then
    return null;
  end if;
  old_row := case when tg_op <> 'INSERT' then to_jsonb(old) - hidden end;
  new_row := case when tg_op <> 'DELETE' then to_jsonb(new) - hidden end;
  whole := coalesce(new_row, old_row);
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into old_row, new_row
    from jsonb_each(old_row) o
    where o.key <> 'updated_at' and new_row -> o.key is distinct from o.value;
    if old_row is null then
      return null;
    end if;
  end if;
  key := (
    select string_agg(whole ->> name, ' ' order by place)
    from unnest(tg_argv) with ordinality as names (name, place)
  );
  insert into public.audit_log (action, actor_id, actor_role, subject, table_name, row_key, before, after, request_id)
  values (
    case tg_op when 'INSERT' then 'row_added' when 'UPDATE' then 'row_changed' else 'row_removed' end::public.audit_action,
    auth.uid(), coalesce(auth.jwt() ->> 'role', session_user::text), left(tg_table_name || ' ' || key, 200),
    tg_table_name, key, old_row, new_row, private.caller_request()
  )
  returning * into line;
  -- Who may do what is a security event; the rest is the day's work.
  if tg_table_name in ('staff', 'staff_invitations') then
    perform private.announce_audit(line);
  end if;
  return null;
end;
$$;
revoke all on function private.audit_row() from public, anon, authenticated, service_role;
comment on function private.audit_row() is
  'Trigger: adds a row that a person of the shop wrote to the audit log. Its arguments are the columns of the key.';

create trigger audit_row after insert or update or delete on public.staff
  for each row execute function private.audit_row('user_id');
create trigger audit_row after insert or update or delete on public.staff_invitations
  for each row execute function private.audit_row('id');
create trigger audit_row after insert or update or delete on public.service_bookings
  for each row execute function private.audit_row('id');
create trigger audit_row after insert or update or delete on public.booking_items
  for each row execute function private.audit_row('booking_id', 'position');
create trigger audit_row after insert or update or delete on public.booking_checklist
  for each row execute function private.audit_row('booking_id', 'line');
create trigger audit_row after insert or update or delete on public.extra_work
  for each row execute function private.audit_row('id');
create trigger audit_row after insert or update or delete on public.declined_work
  for each row execute function private.audit_row('id');
create trigger audit_row after insert or update or delete on public.payments
  for each row execute function private.audit_row('id');
create trigger audit_row after insert or update or delete on public.refunds
  for each row execute function private.audit_row('id');
create trigger audit_row after insert or update or delete on public.invoices
  for each row execute function private.audit_row('number');
create trigger audit_row after insert or update or delete on public.used_parts
  for each row execute function private.audit_row('booking_id', 'position');
create trigger audit_row after insert or update or delete on private.work_timers
  for each row execute function private.audit_row('booking_id', 'id');
create trigger audit_row after insert or update or delete on private.test_rides
  for each row execute function private.audit_row('booking_id');
create trigger audit_row after insert or update or delete on public.vouchers
  for each row execute function private.audit_row('number');
create trigger audit_row after insert or update or delete on public.credit_notes
  for each row execute function private.audit_row('number');
create trigger audit_row after insert or update or delete on public.booking_inspection
  for each row execute function private.audit_row('booking_id', 'point');
create trigger audit_row after insert or update or delete on public.booking_checkins
  for each row execute function private.audit_row('booking_id');
create trigger audit_row after insert or update or delete on public.booking_credits
  for each row execute function private.audit_row('id');
create trigger audit_row after insert or update or delete on public.status_targets
  for each row execute function private.audit_row('status');
create trigger audit_row after insert or update or delete on public.capacities
  for each row execute function private.audit_row('id');
create trigger audit_row after insert or update or delete on public.closures
  for each row execute function private.audit_row('date');
create trigger audit_row after insert or update or delete on public.staff_absences
  for each row execute function private.audit_row('user_id', 'day');
create trigger audit_row after insert or update or delete on public.weather_days
  for each row execute function private.audit_row('date');
create trigger audit_row after insert or update or delete on public.callback_requests
  for each row execute function private.audit_row('id');
create trigger audit_row after insert or update or delete on public.waitlist
  for each row execute function private.audit_row('id');
create trigger audit_row after insert or update or delete on public.customer_calls
  for each row execute function private.audit_row('id');
create trigger audit_row after insert or update or delete on public.customer_notes
  for each row execute function private.audit_row('id');
create trigger audit_row after insert or update or delete on public.desk_reminders
  for each row execute function private.audit_row('id');
create trigger audit_row after insert or update or delete on public.message_outbox
  for each row execute function private.audit_row('id');
create trigger audit_row after insert or update or delete on private.item_questions
  for each row execute function private.audit_row('booking_id');
create trigger audit_row after insert or update or delete on private.proven_numbers
  for each row execute function private.audit_row('phone');
-- The row itself comes with the booking.
create trigger audit_row after update on private.handover_codes
  for each row execute function private.audit_row('booking_id');
-- Photos are added and removed, never replaced.
create trigger audit_row after insert or delete on storage.objects
  for each row execute function private.audit_row('name');

create function public.list_audit(older_than bigint default null, person uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Contacts are not the accountant's to read.
  hidden text[] := case
    when public.has_duty('owner') then '{}'::text[]
    else '{phone,email,address_line,landmark,pin,recipient,customer_phone}'::text[]
  end;
  -- Tables whose key is a number.
  named_by_contact text[] := case when public.has_duty('owner') then '{}'::text[] else '{proven_numbers}'::text[] end;
begin
  perform private.require_duty('owner', 'accountant');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', l.id, 'at', l.at, 'person', l.actor_id, 'action', l.action, 'table', l.table_name,
      'key', case when l.table_name = any (named_by_contact) then null else l.row_key end,
      'subject', case when l.table_name = any (named_by_contact) then l.table_name else l.subject end, 'before', l.before - hidden, 'after', l.after - hidden, 'data', l.data,
      'name', (select s.name from public.staff s where s.user_id = l.actor_id),
      'about', (select s.name from public.staff s where s.user_id::text in (l.subject, l.row_key)),
      'booking', (
        select b.number from public.service_bookings b
        where b.id::text in (
          -- The name of a photo begins with its booking.
          split_part(translate(l.row_key, '/', ' '), ' ', 1), l.before ->> 'booking_id', l.after ->> 'booking_id', l.data ->> 'booking'
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
$$;
revoke all on function public.list_audit(bigint, uuid) from public, anon, authenticated, service_role;
grant execute on function public.list_audit(bigint, uuid) to authenticated;
comment on function public.list_audit(bigint, uuid) is
  'The audit log with names, the newest first, 50 lines: older than a line, of one person. For owners, and without contacts for accountants. name: who did it, null for a rule, a customer or the owner of the database; about: the person whose row or role it is. Raises PT403 forbidden.';

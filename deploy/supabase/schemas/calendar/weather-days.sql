-- Weather mode: on such a day no doorstep visit is offered; pickup and workshop continue.

create table public.weather_days (
  date date primary key,
  note text not null check (char_length(note) between 3 and 120),
  set_by uuid references auth.users (id) on delete set null,
  set_at timestamptz not null default now()
);
create index weather_days_set_by on public.weather_days (set_by);
alter table public.weather_days enable row level security;
revoke all on table public.weather_days from public, anon, authenticated, service_role;
grant select (date, note) on table public.weather_days to anon, authenticated;
grant select, insert, update, delete on table public.weather_days to service_role;
create policy "anyone reads weather days" on public.weather_days for select to anon, authenticated using (true);
comment on table public.weather_days is
  'Days in weather mode: no work at the gate. Customers with a doorstep booking may change to pickup, move to another day or cancel, free of charge. Written by set_weather_mode.';

create function private.default_weather_note() returns text
language sql immutable set search_path = ''
as $$ select 'Heavy rain: no work at the gate'; $$;
revoke all on function private.default_weather_note() from public, anon, authenticated, service_role;
comment on function private.default_weather_note() is 'The note that customers read on a day in weather mode when staff give none.';

create function public.set_weather_mode(day date, enabled boolean, note text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  words text := coalesce(private.clean_text(set_weather_mode.note), private.default_weather_note());
  notified int;
begin
  perform private.require_duty('owner', 'desk', 'foreman');
  if day is null or day < private.today() then
    perform private.reject(422, 'day');
  elsif char_length(words) not between 3 and 120 then
    perform private.reject(422, 'weather_note');
  end if;
  if coalesce(enabled, false) then
    insert into public.weather_days (date, note, set_by, set_at) values (day, words, auth.uid(), private.now())
    on conflict (date) do update set note = excluded.note, set_by = excluded.set_by, set_at = excluded.set_at;
    notified := private.notify_weather(day);
  else
    delete from public.weather_days w where w.date = day;
    update public.message_outbox m set status = 'dropped'
    from public.service_bookings b
    where b.id = m.booking_id and b.booking_date = day and m.kind = 'weather' and m.status = 'waiting';
    select count(distinct b.id)::int into notified
    from public.service_bookings b join public.message_outbox m on m.booking_id = b.id and m.version = b.version
    where b.booking_date = day and b.mode = 'doorstep' and b.status in ('confirmed', 'assigned', 'on_the_way')
      and m.kind = 'weather' and (m.status = 'sent' or m.claimed_until > private.now());
  end if;
  return jsonb_build_object(
    'date', day, 'note', (select w.note from public.weather_days w where w.date = day), 'told', notified
  );
end;
$$;
revoke all on function public.set_weather_mode(date, boolean, text) from public, anon, authenticated, service_role;
grant execute on function public.set_weather_mode(date, boolean, text) to authenticated, service_role;
comment on function public.set_weather_mode(date, boolean, text) is
  'Owners, the desk and the foreman switch weather mode of a day on, with a sentence that customers read, or off. Bookings stay; their owners get a message and may move or cancel free of charge. told: how many bookings get a message now; when switched off, how many open bookings already got one (no message is sent to correct it). Raises PT403 forbidden, PT422 (day, weather_note).';

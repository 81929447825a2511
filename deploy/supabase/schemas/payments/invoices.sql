-- GST invoices: one per completed booking, numbered without a gap in a financial year, never changed afterwards.

create table private.invoice_counters (
  financial_year text primary key check (financial_year ~ '^[0-9]{2}-[0-9]{2}$'),
  last_serial int not null check (last_serial between 1 and 9999999)
);
alter table private.invoice_counters enable row level security;
revoke all on table private.invoice_counters from public, anon, authenticated, service_role;
comment on table private.invoice_counters is
  'The last number given in a financial year. Completing a booking locks this row until the transaction ends, so a rollback leaves no gap.';

create table public.invoices (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid references public.service_bookings (id) on delete set null,
  number text not null unique check (char_length(number) <= 16),
  financial_year text not null,
  serial int not null,
  issued_at timestamptz not null,
  total int not null check (total >= 0),
  data jsonb not null,
  replaces uuid unique references public.invoices (id),
  request_id uuid unique,
  unique (financial_year, serial)
);
-- A booking has one first invoice, and each invoice is replaced once at most: its invoices are one chain.
create unique index invoices_first on public.invoices (booking_id) where replaces is null;
create index invoices_booking on public.invoices (booking_id);
alter table public.invoices enable row level security;
revoke all on table public.invoices from public, anon, authenticated, service_role;
grant select on table public.invoices to authenticated, service_role;
create policy "an invoice is read with its booking" on public.invoices
  for select to authenticated using (
    (select public.has_duty('owner', 'desk', 'accountant'))
    or exists (
      select from public.service_bookings b where b.id = booking_id and b.user_id = (select auth.uid())
    )
  );
comment on table public.invoices is 'GST invoices as issued: data has everything that rule 46 requires, as of that moment. total in rupees.';
comment on column public.invoices.replaces is 'The invoice of the same booking that credit notes took back as a whole, and that this one takes the place of.';
comment on column public.invoices.request_id is 'Of replace_invoice: the same request replaces only once.';

create function private.forbid_invoice_changes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.booking_id is null and to_jsonb(new) - 'booking_id' = to_jsonb(old) - 'booking_id' then
    return new;
  end if;
  raise exception 'an invoice is never changed or deleted';
end;
$$;
revoke all on function private.forbid_invoice_changes() from public, anon, authenticated, service_role;
comment on function private.forbid_invoice_changes() is 'Trigger: rejects updates and deletes of an invoice for every role. It outlives its booking.';
create trigger forbid_invoice_changes before update or delete on public.invoices
  for each row execute function private.forbid_invoice_changes();

create function private.current_invoice(booking uuid) returns public.invoices
language plpgsql stable set search_path = ''
as $$
declare
  bill public.invoices;
begin
  select i.* into bill from public.invoices i
  where i.booking_id = current_invoice.booking and not exists (select from public.invoices n where n.replaces = i.id);
  return bill;
end;
$$;
revoke all on function private.current_invoice(uuid) from public, anon, authenticated, service_role;
comment on function private.current_invoice(uuid) is 'The invoice of a booking that counts: the last one. Its id is null before there is one.';

create function private.check_replaced_invoice() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.invoices i
    where i.id = new.replaces and i.booking_id = new.booking_id and i.total = (
      select coalesce(sum(n.total), 0) from public.credit_notes n where n.invoice_id = i.id
    )
  ) then
    raise exception 'an invoice is replaced only after credit notes took it back as a whole';
  end if;
  return new;
end;
$$;
revoke all on function private.check_replaced_invoice() from public, anon, authenticated, service_role;
comment on function private.check_replaced_invoice() is
  'Trigger: a new invoice of a booking needs credit notes over the whole of the one before.';
create trigger check_replaced_invoice before insert on public.invoices
  for each row when (new.replaces is not null) execute function private.check_replaced_invoice();

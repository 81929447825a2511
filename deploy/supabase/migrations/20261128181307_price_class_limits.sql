alter table public.models alter column price_class drop expression;

alter table public.price_classes drop column label;

alter table public.price_classes alter column min_cc set default 0;

alter table public.price_classes add constraint price_classes_max_cc_key unique nulls not distinct (max_cc);

create function private.set_price_class() returns trigger
language plpgsql security definer set search_path to ''
as $function$
begin
  select class.id into strict new.price_class
  from public.price_classes class
  where class.max_cc is null or ceil(new.engine_cc)::int <= class.max_cc
  order by class.max_cc nulls last
  limit 1;
  return new;
end;
$function$;

create function private.apply_class_limits() returns trigger
language plpgsql security definer set search_path to ''
as $function$
begin
  update public.price_classes class set min_cc = coalesce(
    (select max(lower.max_cc) + 1 from public.price_classes lower
     where class.max_cc is null or lower.max_cc < class.max_cc), 0);
  update public.models set engine_cc = engine_cc;
  return null;
end;
$function$;

create trigger set_price_class before insert or update of engine_cc, price_class on public.models
  for each row execute function private.set_price_class();

create trigger apply_class_limits after insert or update of max_cc on public.price_classes
  for each statement execute function private.apply_class_limits();

comment on column public.price_classes.max_cc is
  'The biggest engine of the class; null: no limit. Models change their class with it.';

comment on column public.price_classes.min_cc is 'Follows from max_cc of the class below.';

comment on function private.apply_class_limits() is
  'Trigger on price classes: another limit moves the beginning of the next class, and the models between.';

comment on function private.set_price_class() is
  'Trigger on models: the first price class whose limit the engine does not exceed.';

comment on table public.price_classes is
  'Prices follow engine size: C1 is for the smallest engines, C5 for the biggest. Bigger engines take extra_minutes more.';

revoke all on function private.apply_class_limits() from public, anon, authenticated, service_role;

revoke all on function private.set_price_class() from public, anon, authenticated, service_role;

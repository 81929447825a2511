-- The catalog for one bike: what is offered, at which price, for how long. Pages read these three views.

create view public.model_offers with (security_invoker = true) as
select
  m.id as model_id,
  m.brand_slug,
  m.slug as model_slug,
  p.slug as package_slug,
  p.category_slug,
  p.name,
  p.short_name,
  p.summary,
  price.price,
  p.minutes + class.extra_minutes as minutes,
  p.modes,
  p.price_is_from,
  p.two_day,
  p.next_day_only,
  p.fee_adjusted,
  p.oil_included,
  p.checks,
  p.sort
from public.models m
join public.price_classes class on class.id = m.price_class
join public.packages p
  on p.drive::text in ('any', m.drive::text)
  and (
    p.condition is null
    or exists (select from public.model_traits t where t.model_id = m.id and t.trait = p.condition)
  )
join public.package_prices price on price.package_slug = p.slug and price.price_class = m.price_class;
revoke all on table public.model_offers from public, anon, authenticated, service_role;
grant select on table public.model_offers to anon, authenticated, service_role;
comment on view public.model_offers is
  'One row per package that is offered for a model: rupees with GST, minutes including the extra of its engine class.';

create view public.model_addons with (security_invoker = true) as
select
  m.id as model_id,
  a.slug as addon_slug,
  a.name,
  a.summary,
  price.price,
  a.minutes,
  a.max_quantity,
  array(
    select i.package_slug
    from public.package_addons_included i
    where i.addon_slug = a.slug
    order by i.package_slug
  ) as included_in,
  a.min_odometer_km,
  a.sort
from public.models m
join public.addon_prices price on price.price_class = m.price_class
join public.addons a on a.slug = price.addon_slug and a.sellable
where
  a.condition is null
  or exists (select from public.model_traits t where t.model_id = m.id and t.trait = a.condition);
revoke all on table public.model_addons from public, anon, authenticated, service_role;
grant select on table public.model_addons to anon, authenticated, service_role;
comment on view public.model_addons is
  'One row per add-on that fits a model. Do not offer it beside a package listed in included_in: it is part of that one.';

create view public.model_job_cards with (security_invoker = true) as
select
  m.id as model_id,
  i.package_slug,
  i.kind,
  i.group_name,
  i.label,
  i.hint,
  i.addon_slug,
  i.see_package,
  coalesce(addon_price.price, package_price.price) as price,
  i.position
from public.models m
join public.package_items i
  on i.applies is null
  or exists (select from public.model_traits t where t.model_id = m.id and t.trait = i.applies)
left join public.addon_prices addon_price
  on addon_price.addon_slug = i.addon_slug and addon_price.price_class = m.price_class
left join public.package_prices package_price
  on package_price.package_slug = i.see_package and package_price.price_class = m.price_class;
revoke all on table public.model_job_cards from public, anon, authenticated, service_role;
grant select on table public.model_job_cards to anon, authenticated, service_role;
comment on view public.model_job_cards is
  'The job card of a package with only the lines that fit the model; price is that of the add-on or package an excluded line points to. Filter by model_id and package_slug, order by position.';

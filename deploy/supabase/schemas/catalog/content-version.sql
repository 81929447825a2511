-- Pages are rendered ahead of requests. content_version() changes when they must be rendered again: arrival windows are
-- shown on the contact and area pages, service modes in the booking form.

create function public.content_version() returns text
language sql stable set search_path = ''
as $$
  select md5(string_agg(part.hash, ' ' order by part.name))
  from (
    select 'brands' as name, md5(string_agg(t::text, '|' order by t.slug)) as hash from public.brands t
    union all select 'price_classes', md5(string_agg(t::text, '|' order by t::text)) from public.price_classes t
    union all select 'models', md5(string_agg(t::text, '|' order by t.id)) from public.models t
    union all select 'categories', md5(string_agg(t::text, '|' order by t.slug)) from public.categories t
    union all select 'packages', md5(string_agg(t::text, '|' order by t.slug)) from public.packages t
    union all select 'package_prices', md5(string_agg(t::text, '|' order by t::text)) from public.package_prices t
    union all select 'addons', md5(string_agg(t::text, '|' order by t.slug)) from public.addons t
    union all select 'addon_prices', md5(string_agg(t::text, '|' order by t::text)) from public.addon_prices t
    union all select 'package_addons_included', md5(string_agg(t::text, '|' order by t::text))
      from public.package_addons_included t
    union all select 'package_items', md5(string_agg(t::text, '|' order by t::text)) from public.package_items t
    union all select 'areas', md5(string_agg(t::text, '|' order by t.slug)) from public.areas t
    union all select 'area_pins', md5(string_agg(t::text, '|' order by t::text)) from public.area_pins t
    union all select 'shop', md5(string_agg(t::text, '|' order by t::text)) from public.shop t
    union all select 'business_hours', md5(string_agg(t::text, '|' order by t::text)) from public.business_hours t
    union all select 'arrival_windows', md5(string_agg(t::text, '|' order by t::text)) from public.arrival_windows t
    union all select 'service_modes', md5(string_agg(t::text, '|' order by t.mode)) from public.service_modes t
    union all select 'closures', md5(string_agg(t::text, '|' order by t::text)) from public.closures t
    union all select 'faqs', md5(string_agg(t::text, '|' order by t.id)) from public.faqs t
    union all select 'posts', md5(string_agg(t::text, '|' order by t.slug)) from public.posts t
    union all select 'reviews', md5(string_agg(t::text, '|' order by t.id)) from public.reviews t
  ) as part;
$$;
revoke all on function public.content_version() from public, anon, authenticated, service_role;
grant execute on function public.content_version() to anon, authenticated, service_role;
comment on function public.content_version() is
  'A hash of everything that public pages show (32 hex digits). When it changes, the pages must be rendered again. Reads with the rights of the caller.';

set check_function_bodies = off;

CREATE TYPE "public"."bike_clutch" AS ENUM ('manual', 'none');
CREATE TYPE "public"."bike_tyres" AS ENUM ('tube', 'tubeless', 'mixed');

DROP VIEW "public"."model_addons";

DROP VIEW "public"."model_inspections";

DROP VIEW "public"."model_offers";

DROP VIEW "public"."planned_job_lines";

DROP VIEW "private"."job_lines";

DROP VIEW "public"."model_job_cards";

DROP VIEW "public"."model_traits";

ALTER TABLE "public"."models" ADD COLUMN "oil_grade" text;

ALTER TABLE "public"."models" ADD COLUMN "jaso" text;

ALTER TABLE "public"."packages" ADD COLUMN "condition" text;

ALTER TABLE "public"."models" ADD COLUMN "clutch" public.bike_clutch NOT NULL DEFAULT 'manual'::public.bike_clutch;

ALTER TABLE "public"."models" ADD COLUMN "tyres" public.bike_tyres NOT NULL DEFAULT 'mixed'::public.bike_tyres;

CREATE OR REPLACE FUNCTION private.quote_item(bike public.models, mode public.service_mode, primary_slug text, item_id text, quantity integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  offer public.model_offers;
  extra public.addons;
  included_name text;
  unit int;
  code text;
  data jsonb;
begin
  select * into offer from public.model_offers o where o.model_id = bike.id and o.package_slug = item_id;
  select * into extra from public.addons a where a.slug = item_id;
  if offer.package_slug is null and extra.slug is null then
    select
      case
        when p.drive::text not in ('any', bike.drive::text) then 'wrong_drive'
        when not exists (select from public.model_traits t where t.model_id = bike.id and t.trait = p.condition)
          and p.condition is not null then 'does_not_fit'
        else 'wrong_engine_size'
      end,
      jsonb_build_object('name', p.short_name, 'drive', p.drive, 'needs', p.condition)
    into code, data
    from public.packages p where p.slug = item_id;
    return jsonb_build_object('item_id', item_id, 'code', coalesce(code, 'unknown_item'), 'data', data);
  end if;

  if offer.package_slug is not null then
    if quote_item.item_id <> primary_slug then
      code := 'second_primary';
    elsif not mode = any (offer.modes) then
      code := 'mode_not_offered';
      data := jsonb_build_object('mode', mode);
    elsif quantity <> 1 then
      code := 'quantity';
      data := '{"max": 1}';
    end if;
    unit := offer.price;
  else
    select p.price into unit
    from public.addon_prices p where p.addon_slug = item_id and p.price_class = bike.price_class;
    select pk.short_name into included_name
    from public.package_addons_included i join public.packages pk on pk.slug = i.package_slug
    where i.addon_slug = item_id and i.package_slug = primary_slug;
    if not extra.sellable then
      code := case item_id when 'pickup-drop' then 'pickup_by_place' else 'not_sold' end;
    elsif extra.condition is not null
      and not exists (select from public.model_traits t where t.model_id = bike.id and t.trait = extra.condition)
    then
      code := 'does_not_fit';
      data := jsonb_build_object('needs', extra.condition);
    elsif included_name is not null then
      code := 'already_included';
      data := jsonb_build_object('part_of', included_name);
    elsif unit is null then
      code := 'wrong_engine_size';
    elsif quantity not between 1 and extra.max_quantity then
      code := 'quantity';
      data := jsonb_build_object('max', extra.max_quantity);
    end if;
  end if;

  if code is not null then
    return jsonb_build_object(
      'item_id', item_id, 'code', code,
      'data', jsonb_build_object('name', coalesce(offer.short_name, extra.name)) || coalesce(data, '{}')
    );
  end if;
  return jsonb_build_object(
    'item_id', item_id,
    'name', coalesce(offer.short_name, extra.name),
    'package_type', case when offer.package_slug is not null then 'primary' else 'addon' end,
    'quantity', quantity,
    'unit_price', unit,
    'price', unit * quantity,
    'minutes', coalesce(offer.minutes, extra.minutes * quantity),
    'two_day', coalesce(offer.two_day, false)
  );
end;
$function$;

ALTER TABLE "public"."models" ADD CONSTRAINT "models_jaso_check" CHECK ((jaso = ANY (ARRAY['MA'::text, 'MA2'::text, 'MB'::text])));

ALTER TABLE "public"."models" ADD CONSTRAINT "models_oil_grade_check" CHECK ((oil_grade ~ '^[0-9]{1,2}W-[0-9]{2}$'::text));

CREATE VIEW "public"."model_traits" WITH (security_invoker=true) AS  SELECT m.id AS model_id,
    trait.name AS trait
   FROM (public.models m
     CROSS JOIN LATERAL ( VALUES ((m.drive)::text), ((m.fuel)::text), (
                CASE
                    WHEN (m.cooling = 'liquid'::public.bike_cooling) THEN 'liquid'::text
                    ELSE 'not_liquid'::text
                END), (('front_'::text || (m.front_brake)::text)), (('rear_'::text || (m.rear_brake)::text)), (
                CASE
                    WHEN ('disc'::public.bike_brake = ANY (ARRAY[m.front_brake, m.rear_brake])) THEN 'disc'::text
                    ELSE 'drum_only'::text
                END), (
                CASE
                    WHEN (m.front_brake <> m.rear_brake) THEN 'disc_and_drum'::text
                    WHEN (m.front_brake = 'disc'::public.bike_brake) THEN 'both_discs'::text
                    ELSE NULL::text
                END), (
                CASE
                    WHEN (m.tyres <> 'tube'::public.bike_tyres) THEN 'tubeless'::text
                    ELSE NULL::text
                END), (
                CASE
                    WHEN (m.tyres <> 'tubeless'::public.bike_tyres) THEN 'tube'::text
                    ELSE NULL::text
                END), (
                CASE m.clutch
                    WHEN 'manual'::public.bike_clutch THEN 'clutch'::text
                    ELSE 'no_clutch'::text
                END), (
                CASE
                    WHEN m.oil_filter THEN 'oil_filter'::text
                    ELSE 'no_oil_filter'::text
                END)) trait(name))
  WHERE (trait.name IS NOT NULL);

CREATE VIEW "public"."model_addons" WITH (security_invoker=true) AS  SELECT m.id AS model_id,
    a.slug AS addon_slug,
    a.name,
    a.summary,
    price.price,
    a.minutes,
    a.max_quantity,
    ARRAY( SELECT i.package_slug
           FROM public.package_addons_included i
          WHERE (i.addon_slug = a.slug)
          ORDER BY i.package_slug) AS included_in,
    a.min_odometer_km,
    a.sort
   FROM ((public.models m
     JOIN public.addon_prices price ON ((price.price_class = m.price_class)))
     JOIN public.addons a ON (((a.slug = price.addon_slug) AND a.sellable)))
  WHERE ((a.condition IS NULL) OR (EXISTS ( SELECT
           FROM public.model_traits t
          WHERE ((t.model_id = m.id) AND (t.trait = a.condition)))));

CREATE VIEW "public"."model_inspections" WITH (security_invoker=true) AS  SELECT m.id AS model_id,
    i.package_slug,
    i."position",
    p.slug AS point,
    p.group_name,
    p.label,
    p.hint,
    p.unit,
    p.low_limit,
    p.high_limit,
    p.item_id
   FROM ((public.models m
     JOIN public.inspection_points p ON (((p.applies IS NULL) OR (EXISTS ( SELECT
           FROM public.model_traits t
          WHERE ((t.model_id = m.id) AND (t.trait = p.applies)))))))
     JOIN public.package_points i ON ((i.point_slug = p.slug)));

CREATE VIEW "public"."model_job_cards" WITH (security_invoker=true) AS  SELECT m.id AS model_id,
    i.package_slug,
    i.kind,
    i.group_name,
    i.label,
    i.hint,
    i.addon_slug,
    i.see_package,
    COALESCE(addon_price.price, package_price.price) AS price,
    i."position"
   FROM (((public.models m
     JOIN public.package_items i ON (((i.applies IS NULL) OR (EXISTS ( SELECT
           FROM public.model_traits t
          WHERE ((t.model_id = m.id) AND (t.trait = i.applies)))))))
     LEFT JOIN public.addon_prices addon_price ON (((addon_price.addon_slug = i.addon_slug) AND (addon_price.price_class = m.price_class))))
     LEFT JOIN public.package_prices package_price ON (((package_price.package_slug = i.see_package) AND (package_price.price_class = m.price_class))));

CREATE VIEW "private"."job_lines" AS  SELECT booking_id,
    (row_number() OVER (PARTITION BY booking_id ORDER BY part, place, "position"))::integer AS line,
    group_name,
    label,
    extra_work_id,
    is_concern
   FROM ( SELECT i.booking_id,
            0 AS part,
            0 AS place,
            0 AS "position",
            'Told by the customer'::text AS group_name,
            regexp_replace(b.notes, '\s+'::text, ' '::text, 'g'::text) AS label,
            NULL::uuid AS extra_work_id,
            true AS is_concern
           FROM (public.booking_items i
             JOIN public.service_bookings b ON ((b.id = i.booking_id)))
          WHERE ((i.package_type = 'primary'::public.item_type) AND (b.notes IS NOT NULL))
        UNION ALL
         SELECT i.booking_id,
            1 AS part,
            i."position" AS place,
            c."position",
            COALESCE(NULLIF(c.group_name, ''::text), i.name) AS group_name,
            c.label,
            NULL::uuid AS extra_work_id,
            false AS is_concern
           FROM ((public.booking_items i
             JOIN public.service_bookings b ON ((b.id = i.booking_id)))
             JOIN public.model_job_cards c ON (((c.package_slug = i.item_id) AND (c.model_id = b.model_id) AND (c.kind = 'included'::public.package_item_kind))))
          WHERE (i.package_type = 'primary'::public.item_type)
        UNION ALL
         SELECT i.booking_id,
            2 AS part,
            i."position" AS place,
            0 AS "position",
            'Add-ons'::text AS group_name,
                CASE
                    WHEN (i.quantity > 1) THEN ((i.quantity || ' × '::text) || i.name)
                    ELSE i.name
                END AS label,
            NULL::uuid AS extra_work_id,
            false AS is_concern
           FROM public.booking_items i
          WHERE ((i.package_type = 'addon'::public.item_type) AND (i.minutes > 0))
        UNION ALL
         SELECT e.booking_id,
            3 AS part,
            e."position" AS place,
            0 AS "position",
            'Extra work'::text AS group_name,
            e.name AS label,
            e.id AS extra_work_id,
            false AS is_concern
           FROM public.extra_work e
          WHERE (e.status = 'approved'::public.extra_work_status)) todo;

CREATE VIEW "public"."model_offers" WITH (security_invoker=true) AS  SELECT m.id AS model_id,
    m.brand_slug,
    m.slug AS model_slug,
    p.slug AS package_slug,
    p.category_slug,
    p.name,
    p.short_name,
    p.summary,
    price.price,
    (p.minutes + class.extra_minutes) AS minutes,
    p.modes,
    p.price_is_from,
    p.two_day,
    p.next_day_only,
    p.fee_adjusted,
    p.oil_included,
    p.checks,
    p.sort
   FROM (((public.models m
     JOIN public.price_classes class ON ((class.id = m.price_class)))
     JOIN public.packages p ON (((((p.drive)::text = 'any'::text) OR ((p.drive)::text = (m.drive)::text)) AND ((p.condition IS NULL) OR (EXISTS ( SELECT
           FROM public.model_traits t
          WHERE ((t.model_id = m.id) AND (t.trait = p.condition))))))))
     JOIN public.package_prices price ON (((price.package_slug = p.slug) AND (price.price_class = m.price_class))));

CREATE VIEW "public"."planned_job_lines" WITH (security_barrier=true) AS  SELECT booking_id,
    line,
    group_name,
    label,
    is_concern
   FROM private.job_lines l
  WHERE ((EXISTS ( SELECT
           FROM public.staff_bookings s
          WHERE (s.id = l.booking_id))) OR (EXISTS ( SELECT
           FROM public.service_bookings b
          WHERE ((b.id = l.booking_id) AND (b.user_id = ( SELECT auth.uid() AS uid))))));

COMMENT ON COLUMN "public"."models"."jaso" IS 'The class of the oil: MA or MA2 for a wet clutch, MB for scooters; null: the handbook says it.';

COMMENT ON COLUMN "public"."models"."oil_grade" IS 'The house default, such as 15W-50. The maker''s handbook holds where it differs; null: we ask the handbook.';

COMMENT ON COLUMN "public"."packages"."condition" IS 'A trait of public.model_traits; the package is offered only for models that have it. Null: for all of its drive.';

COMMENT ON TYPE "public"."bike_clutch" IS 'Whether a model has a clutch lever. Scooters and mopeds have none.';

COMMENT ON TYPE "public"."bike_tyres" IS 'What a model rides on; mixed: it differs by variant or year, so the customer is asked.';

COMMENT ON VIEW "private"."job_lines" IS 'The job card of each booking from what is booked and approved now.';

COMMENT ON VIEW "public"."model_addons" IS 'One row per add-on that fits a model. Do not offer it beside a package listed in included_in: it is part of that one.';

COMMENT ON VIEW "public"."model_inspections" IS 'The inspection of a package with only the points that the model has. Filter by model_id and package_slug, order by position.';

COMMENT ON VIEW "public"."model_job_cards" IS 'The job card of a package with only the lines that fit the model; price is that of the add-on or package an excluded line points to. Filter by model_id and package_slug, order by position.';

COMMENT ON VIEW "public"."model_offers" IS 'One row per package that is offered for a model: rupees with GST, minutes including the extra of its engine class.';

COMMENT ON VIEW "public"."model_traits" IS 'The condition keys that hold for a model: chain | belt_cvt, fi | carburettor, liquid | not_liquid, front_disc | front_drum, rear_disc | rear_drum, disc | drum_only, both_discs | disc_and_drum | drum_only, oil_filter | no_oil_filter, tubeless, tube (a model of mixed tyres has both), clutch | no_clutch. Packages, add-ons and job-card lines name one of them, or none.';

COMMENT ON VIEW "public"."planned_job_lines" IS 'The job card of a booking as it is planned now, for its owner and the staff who may read the booking: what is printed before the work begins, and what the checklist is written from.';

GRANT SELECT ON TABLE "public"."model_addons" TO "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."model_inspections" TO "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."model_job_cards" TO "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."model_offers" TO "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."model_traits" TO "anon", "authenticated", "service_role";

GRANT SELECT ON TABLE "public"."planned_job_lines" TO "authenticated";

reset check_function_bodies;

revoke all on table private.job_lines from public, anon, authenticated, service_role;

revoke all on table public.model_addons from public, anon, authenticated, service_role;
grant select on table public.model_addons to anon;
grant select on table public.model_addons to authenticated;
grant select on table public.model_addons to service_role;

revoke all on table public.model_inspections from public, anon, authenticated, service_role;
grant select on table public.model_inspections to anon;
grant select on table public.model_inspections to authenticated;
grant select on table public.model_inspections to service_role;

revoke all on table public.model_job_cards from public, anon, authenticated, service_role;
grant select on table public.model_job_cards to anon;
grant select on table public.model_job_cards to authenticated;
grant select on table public.model_job_cards to service_role;

revoke all on table public.model_offers from public, anon, authenticated, service_role;
grant select on table public.model_offers to anon;
grant select on table public.model_offers to authenticated;
grant select on table public.model_offers to service_role;

revoke all on table public.model_traits from public, anon, authenticated, service_role;
grant select on table public.model_traits to anon;
grant select on table public.model_traits to authenticated;
grant select on table public.model_traits to service_role;

revoke all on table public.planned_job_lines from public, anon, authenticated, service_role;
grant select on table public.planned_job_lines to authenticated;

revoke all on type public.bike_clutch from public, anon, authenticated, service_role;
grant usage on type public.bike_clutch to public;

revoke all on type public.bike_tyres from public, anon, authenticated, service_role;
grant usage on type public.bike_tyres to public;

-- What a filled database knows of its bikes. Tyres stay 'mixed': the customer is asked.
UPDATE public.models SET clutch = 'none' WHERE drive = 'belt_cvt' OR body = 'moped';
UPDATE public.packages SET condition = 'clutch' WHERE slug = 'clutch-plate-replacement';
UPDATE public.packages SET condition = 'tubeless' WHERE slug = 'tyre-replacement';
UPDATE public.addons SET condition = 'tubeless' WHERE slug = 'puncture-tubeless' AND condition IS NULL;
UPDATE public.inspection_points SET applies = 'clutch' WHERE slug = 'clutch-throttle' AND applies = 'chain';
UPDATE public.inspection_points SET applies = 'no_clutch' WHERE slug = 'throttle-cable' AND applies = 'belt_cvt';

ALTER TYPE "public"."booking_event_kind" ADD VALUE 'group_discount' AFTER 'number_proven';
ALTER TYPE "public"."booking_event_kind" ADD VALUE 'corrected' AFTER 'group_discount';
ALTER TYPE "public"."booking_event_kind" ADD VALUE 'items_changed' AFTER 'corrected';
ALTER TYPE "public"."booking_event_kind" ADD VALUE 'credit_note' AFTER 'items_changed';

ALTER TYPE "public"."booking_event_kind" ADD VALUE 'promised' AFTER 'items_declined';

ALTER TYPE "public"."booking_event_kind" ADD VALUE 'number_proven' AFTER 'noted';

ALTER TYPE "public"."booking_event_kind" ADD VALUE 'answer_changed' AFTER 'promised';

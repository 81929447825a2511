ALTER TYPE "public"."booking_event_kind" ADD VALUE 'items_asked' AFTER 'credit_note';
ALTER TYPE "public"."booking_event_kind" ADD VALUE 'items_declined' AFTER 'items_asked';
ALTER TYPE "public"."job_mark_kind" ADD VALUE 'part' AFTER 'step';
ALTER TYPE "public"."job_mark_kind" ADD VALUE 'timer' AFTER 'part';

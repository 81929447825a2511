ALTER TYPE "public"."message_kind" ADD VALUE 'on_the_way' AFTER 'place_free';
ALTER TYPE "public"."message_kind" ADD VALUE 'picked_up' AFTER 'on_the_way';
ALTER TYPE "public"."message_kind" ADD VALUE 'inspection_ready' AFTER 'picked_up';
ALTER TYPE "public"."message_kind" ADD VALUE 'ready' AFTER 'inspection_ready';
ALTER TYPE "public"."message_kind" ADD VALUE 'invoice' AFTER 'ready';
ALTER TYPE "public"."message_kind" ADD VALUE 'payment_received' AFTER 'invoice';
ALTER TYPE "public"."message_kind" ADD VALUE 'callback_received' AFTER 'payment_received';

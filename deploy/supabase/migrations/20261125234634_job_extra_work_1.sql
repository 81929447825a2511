ALTER TYPE "public"."extra_work_status" ADD VALUE 'later' AFTER 'declined';

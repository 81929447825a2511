ALTER TYPE "public"."job_mark_kind" ADD VALUE 'test_ride' AFTER 'timer';

ALTER TYPE "public"."extra_work_decider" ADD VALUE 'no_answer' AFTER 'limit';

ALTER TYPE "public"."audit_action" ADD VALUE 'row_added' AFTER 'version_ended';
ALTER TYPE "public"."audit_action" ADD VALUE 'row_changed' AFTER 'row_added';
ALTER TYPE "public"."audit_action" ADD VALUE 'row_removed' AFTER 'row_changed';

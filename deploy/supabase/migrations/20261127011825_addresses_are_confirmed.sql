set check_function_bodies = off;

COMMENT ON FUNCTION "private"."claim_at_sign_in"() IS 'Trigger on accounts, which Auth writes at every sign-in: claims by the confirmed phone, and by the e-mail address only while emails_are_confirmed in private.settings is on. Without that setting Auth marks every address as confirmed. An error becomes a warning, so it never blocks a sign-in.';

reset check_function_bodies;

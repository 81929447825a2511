DROP TRIGGER "settle_booking" ON "public"."service_bookings";

CREATE TRIGGER settle_booking AFTER UPDATE OF status, fee, final_price, estimated_price ON public.service_bookings FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) OR (new.fee IS DISTINCT FROM old.fee) OR (new.final_price IS DISTINCT FROM old.final_price) OR (new.estimated_price IS DISTINCT FROM old.estimated_price))) EXECUTE FUNCTION private.settle_booking();

-- The rights of the workers' database user: it runs these functions, and reads and writes no table itself. Run after the
-- migrations, before service-functions.sql.

select set_config('backend.functions', '
  private.claim_messages(int);
  private.message_to_send(bigint, int);
  private.message_sent(bigint);
  private.message_failed(bigint, int, text, boolean);
  private.seconds_to_next_message();
  private.offer_waitlist_places();
  private.alert_budgets();
  private.payment_for_gateway(text);
  private.keep_order(uuid, public.payment_provider, text);
  private.claim_orders(public.payment_provider, double precision);
  private.claim_refunds(public.payment_provider);
  private.apply_payment_event(public.payment_provider, text, text, text, text, int, text);
  private.apply_refund_event(public.payment_provider, text, text, uuid, text, text);
  private.expire_unpaid_bookings();
  private.take_payments(public.payment_provider);
  private.read_call_limits();
  private.to_uuid(text)
', true);

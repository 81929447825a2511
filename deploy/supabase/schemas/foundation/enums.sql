-- Closed word lists. The generated types carry them, so TypeScript names every place that has to handle a new word. Text
-- that callers send is converted by the to_ functions of read-input.sql, which answer null for an unknown word.

create type public.service_mode as enum ('doorstep', 'pickup', 'workshop');
comment on type public.service_mode is
  'Where the work is done: at the customer''s gate, in the workshop after a pickup, or in the workshop where the customer rides in.';

create type public.booking_status as enum (
  'pending_payment', 'confirmed', 'assigned', 'on_the_way', 'picked_up', 'inspecting', 'awaiting_approval',
  'in_service', 'quality_check', 'ready', 'completed', 'cancelled', 'no_show', 'expired'
);
comment on type public.booking_status is 'The status of a booking. public.booking_transitions lists which may follow which.';

create type public.booking_actor as enum ('customer', 'admin', 'system', 'service');
comment on type public.booking_actor is
  'Who acts on a booking. customer, admin: a person, through a function. system: a rule. service: the service role or the owner of the database, who wrote the status directly.';

create type public.booking_origin as enum ('web', 'phone', 'walk_in');
comment on type public.booking_origin is 'How a booking came in: on the site, or by staff for a caller or for a customer at the counter.';

create type public.booking_event_kind as enum (
  'status', 'moved', 'claimed', 'fee_changed', 'fee_waived', 'payment_reported', 'payment_received',
  'payment_not_found', 'paid_late', 'not_paid', 'pays_after_service', 'refunded', 'credit_given', 'noted',
  'number_proven', 'group_discount', 'corrected', 'items_changed', 'credit_note',
  'items_asked', 'items_declined', 'promised', 'answer_changed'
);
comment on type public.booking_event_kind is
  'What an event of a booking is. status: only the status changed. paid_late, not_paid: why an unpaid booking expired. pays_after_service: it is confirmed unpaid. noted: an event from before the kinds existed; only its note tells what happened. number_proven: with the code of the booking''s SMS. group_discount: a later bike of the group brought a discount. credit_note: one was issued for its invoice. items_asked, items_declined: other work waits for the yes of the customer, who said no. promised: for when staff promised the bike. answer_changed: to extra work (data: work, price, from, to).';

create type public.change_cause as enum ('shop', 'weather', 'customer');
comment on type public.change_cause is 'Who or what caused a change of a booking; it decides the fee.';

create type public.cancelling_party as enum ('customer', 'shop');
comment on type public.cancelling_party is 'For whom a booking was cancelled.';

create type public.item_type as enum ('primary', 'addon', 'pickup');
comment on type public.item_type is 'What a line of a booking is: its package, an add-on, or the pickup.';

create type public.extra_work_status as enum ('proposed', 'approved', 'declined', 'later');
comment on type public.extra_work_status is
  'The answer to one line of extra work. declined and later: not done now; it is kept with the bike in declined_work.';

create type public.work_urgency as enum ('due_now', 'due_later');
comment on type public.work_urgency is 'How urgent work is that staff propose: due_now before the next ride, due_later by the next service.';

create type public.extra_work_decider as enum ('customer', 'admin', 'limit', 'no_answer');
comment on type public.extra_work_decider is
  'Who answered a line of extra work: the customer, an admin after a call, or the approval limit chosen at booking.';

create type public.point_state as enum ('ok', 'due_later', 'due_now', 'not_checked');
comment on type public.point_state is 'What the mechanic found at a point of the inspection.';

create type public.concern_answer as enum ('found_and_fixed', 'found_see_line', 'not_found');
comment on type public.concern_answer is
  'What became of the customer''s own words: found and put right, found and proposed as extra work, or not found.';

create type public.job_mark_kind as enum (
  'check_in', 'point', 'tick', 'concern', 'propose', 'step', 'part', 'timer', 'test_ride'
);
comment on type public.job_mark_kind is 'What a member of staff entered on the floor.';

create type public.service_reset as enum ('oil', 'service');
comment on type public.service_reset is 'Which interval a package starts anew. service includes the oil.';
create type public.used_part_kind as enum ('part', 'oil', 'consumable', 'battery_back');
comment on type public.used_part_kind is 'What was used on a job; battery_back: the customer''s old battery, which takes something off the bill.';

create type public.part_unit as enum ('piece', 'litre', 'set', 'pair');
comment on type public.part_unit is 'What the quantity of a part counts.';

create type public.waitlist_state as enum ('waiting', 'offered', 'claimed', 'lapsed', 'left');
comment on type public.waitlist_state is 'The state of an entry of the waitlist.';

create type public.pay_by as enum ('after_service', 'upi', 'online');
comment on type public.pay_by is 'How the customer chose to pay at booking.';

create type public.payment_method as enum ('upi', 'card', 'netbanking', 'wallet', 'cash', 'online');
comment on type public.payment_method is 'How a payment is made.';

create type public.payment_provider as enum ('upi', 'local', 'razorpay', 'desk');
comment on type public.payment_provider is 'Who reports that a payment arrived: a gateway (local is a demonstration), or staff for upi and desk.';

create type public.payment_status as enum (
  'created', 'claimed', 'authorized', 'captured', 'failed', 'partially_refunded', 'refunded'
);
comment on type public.payment_status is 'The status of one attempt to pay.';

create type public.booking_payment_state as enum (
  'unpaid', 'claimed', 'part_paid', 'paid', 'refund_due', 'refunded', 'nothing_due'
);
comment on type public.booking_payment_state is 'How far a booking is paid, over all its payments and refunds.';

create type public.refund_status as enum ('asked', 'done', 'failed');
comment on type public.refund_status is 'The status of a refund.';

create type public.refund_reason as enum ('cancelled', 'no_show', 'paid_late', 'overpaid', 'wrong_amount');
comment on type public.refund_reason is 'Why a payment, or a part of it, is refunded.';

create type public.voucher_kind as enum ('receipt', 'refund');
comment on type public.voucher_kind is 'Whether a voucher is for an advance that was taken or for one that was given back.';

create type public.credit_reason as enum ('we_cancelled', 'late');
comment on type public.credit_reason is 'Why the shop gave a credit.';

create type public.message_kind as enum (
  'confirmation', 'change', 'cancellation', 'no_show', 'reminder_24h', 'reminder_2h', 'extra_work', 'weather', 'review',
  'place_free', 'on_the_way', 'picked_up', 'inspection_ready', 'ready', 'invoice', 'payment_received', 'callback_received'
);
comment on type public.message_kind is 'What a message to a customer is about.';

create type public.message_channel as enum ('mail', 'sms');
comment on type public.message_channel is 'How a message is sent. Mail sorts first: it is claimed first.';

create type public.message_status as enum ('waiting', 'sent', 'dropped', 'failed');
comment on type public.message_status is 'waiting; sent; dropped: the booking changed before it was sent; failed: given up, an admin may retry it.';

create type public.callback_kind as enum ('unlisted_bike', 'unserved_pin', 'message');
comment on type public.callback_kind is 'Why a visitor asks for a call: a bike we do not list, a PIN we do not serve, or a message.';

create type public.call_outcome as enum ('reached', 'no_answer', 'not_wanted', 'booked');
comment on type public.call_outcome is
  'How a call with a customer ended. booked is written by the booking that was made of it.';

create type public.report_kind as enum ('vital', 'error', 'visit');
comment on type public.report_kind is
  'What a browser reports. vital: a measurement of page speed. error: an error that a visitor may have seen. visit: a page load in which the app took part.';

create type public.bike_body as enum (
  'scooter', 'moped', 'commuter', 'naked', 'sport', 'roadster', 'cruiser', 'adventure'
);
comment on type public.bike_body is 'The build of a bike. Pages draw its silhouette.';

create type public.bike_drive as enum ('chain', 'belt_cvt');
comment on type public.bike_drive is 'What turns the rear wheel: a chain, or the belt and CVT of a scooter.';

create type public.bike_tyres as enum ('tube', 'tubeless', 'mixed');
comment on type public.bike_tyres is 'What a model rides on; mixed: it differs by variant or year, so the customer is asked.';

create type public.bike_clutch as enum ('manual', 'none');
comment on type public.bike_clutch is 'Whether a model has a clutch lever. Scooters and mopeds have none.';

create type public.package_drive as enum ('any', 'chain', 'belt_cvt');
comment on type public.package_drive is 'The drive that a package is for: any, or one of public.bike_drive.';

create type public.bike_fuel as enum ('fi', 'carburettor');
comment on type public.bike_fuel is 'How fuel reaches the engine. fi: fuel injection.';

create type public.bike_cooling as enum ('air', 'oil', 'liquid');
comment on type public.bike_cooling is 'What cools the engine.';

create type public.bike_brake as enum ('disc', 'drum');
comment on type public.bike_brake is 'The brake of one wheel.';

create type public.package_item_kind as enum ('included', 'excluded');
comment on type public.package_item_kind is 'Whether the price of a package covers a printed line of its job card.';

create type public.coupon_kind as enum ('rupees', 'percent');
comment on type public.coupon_kind is 'What the amount of a coupon counts.';

create type public.payment_event_outcome as enum ('applied', 'ignored');
comment on type public.payment_event_outcome is 'Whether an event of a payment provider changed anything.';

create type public.call_limit_subject as enum ('address', 'user');
comment on type public.call_limit_subject is 'Whose calls a limit counts: those of a network address, or of a user.';

create type public.staff_duty as enum ('owner', 'desk', 'foreman', 'mechanic', 'accountant');
comment on type public.staff_duty is
  'What a person of the shop does. owner: everything. desk: bookings, callers, messages, money at the counter. foreman: all jobs of the floor. mechanic: own and unassigned jobs. accountant: invoices, reports, refunds.';

create type public.audit_action as enum (
  'role_granted', 'role_removed', 'setting_changed', 'refund_asked', 'refund_done', 'refund_failed', 'version_live',
  'version_ended', 'row_added', 'row_changed', 'row_removed'
);
comment on type public.audit_action is
  'What a line of the audit log reports. refund_failed: its gateway rejected it, so staff make it. row_added, row_changed, row_removed: what a person of the shop wrote in a table.';

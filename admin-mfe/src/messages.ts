import { correctedName } from '@twostroke/shared/api/event-messages';
import { explainError } from '@twostroke/shared/api/explain-error';
import { couponWords, explainQuoteRejection } from '@twostroke/shared/api/quote-messages';
import type { RejectionData } from '@twostroke/shared/api/rejection-data';
import type { Messages, RejectionOf } from '@twostroke/shared/api/rejections';
import { slotMessages } from '@twostroke/shared/api/slot-messages';
import { bookingFormMessages } from '@twostroke/shared/domain/booking-form';
import { pinFormMessage } from '@twostroke/shared/domain/pin';
import { statusWord } from '@twostroke/shared/domain/booking-status';
import { formatDay, formatInstant } from '@twostroke/shared/domain/calendar';
import { formatKm } from '@twostroke/shared/domain/figures';
import { formatRupees } from '@twostroke/shared/domain/money';

type AdminFunction =
  | 'answer_extra_work'
  | 'assign_job'
  | 'cancel_booking'
  | 'change_items'
  | 'client_health'
  | 'confirm_number'
  | 'confirm_payment'
  | 'create_booking'
  | 'end_declined_work'
  | 'find_in_office'
  | 'finish_refund'
  | 'get_caller'
  | 'get_customer'
  | 'give_late_credit'
  | 'invite_staff'
  | 'list_audit'
  | 'list_board'
  | 'hold_for_caller'
  | 'issue_credit_note'
  | 'list_places'
  | 'list_slots'
  | 'list_staff'
  | 'get_job'
  | 'list_jobs'
  | 'log_call'
  | 'mark_job'
  | 'promise_ready'
  | 'propose_extra_work'
  | 'quote'
  | 'request_callback'
  | 'record_payment'
  | 'reject_claim'
  | 'replace_invoice'
  | 'reprice_extra_work'
  | 'reschedule_booking'
  | 'retry_message'
  | 'save_used_parts'
  | 'set_booking_fee'
  | 'set_booking_status'
  | 'start_payment'
  | 'set_duty'
  | 'set_staff_active'
  | 'set_weather_mode'
  | 'tick_checklist'
  | 'update_booking'
  | 'withdraw_invitation';

const staysWithBooking = 'it stays with the booking';

/** What staff read when the database rejects what they do. */
export const messages: Messages<RejectionOf<AdminFunction>> = {
  ...bookingFormMessages,
  ...slotMessages,
  active: 'Choose whether the person works here',
  already_included: ({ name, part_of }) => `${name} is part of ${part_of}: it is not charged again.`,
  already_staff: 'This number or address belongs to a person who works here already.',
  accessories: 'Choose what was left with the bike from the list',
  amount: ({ due }) => `Enter what you were given, up to ${formatRupees(due)}`,
  answer: 'Say yes, no or later',
  answer_note: `Say how the customer answered: ${staysWithBooking}`,
  answered: 'This was answered before.',
  approval_limit: () => 'Choose one of the limits',
  assigned_meanwhile: ({ mechanic }) =>
    mechanic ? `${mechanic} has this job by now.` : 'This job is not assigned by now.',
  bike: 'Enter the bike',
  call_about: 'Keep what it was about to 200 characters',
  booked: 'This is booked already.',
  cannot_assign: ({ status }) => `The status of this booking is ${statusWord(status)}: it can't be assigned.`,
  cannot_move: ({ status }) => `The status of this booking is ${statusWord(status)}: it cannot be moved.`,
  cannot_promise: ({ status }) => `The status of this booking is ${statusWord(status)}: nothing is promised any more.`,
  promise_past: 'Promise a time that is still to come, on the day of the booking or later.',
  promise_time: 'Enter the time like 18:00',
  not_here: ({ mechanic, day }) => `${mechanic} is not here on ${formatDay(day)}. Choose somebody else.`,
  card_number:
    'This looks like a card number. Enter the approval code on the slip instead, and no card number in the note',
  cause: 'Choose who caused the change',
  changes: 'Change at least one field',
  closed: ({ status }) => `The status of this booking is ${statusWord(status)}: nothing is corrected any more.`,
  code_figures: 'Enter the 4 figures of the code',
  contact: 'Enter a mobile number or an e-mail address, one of the two',
  concern_answer: 'Say whether it was found',
  credit_amount: ({ left }) => `Enter whole rupees, up to ${formatRupees(left)} of this line`,
  credit_lines: 'Choose at least one line of the invoice, each once',
  credit_reason: 'Say why in 3 to 300 characters: it stands on the credit note',
  credit_note: `Say what happened in 3 to 300 characters: ${staysWithBooking}`,
  credited: 'This booking has its credit already.',
  damage: 'Keep the damage to 300 characters',
  day: 'Choose today or a day to come',
  day_price_changed: ({ total, coupon }) =>
    `On that day it costs ${formatRupees(total)}. ${couponWords(coupon) ?? ''}`.trim(),
  duty: 'Choose a duty',
  done: 'Say whether it is done',
  email: 'Enter an e-mail address',
  expired: 'This booking was not paid in time, and its place is given back.',
  fee: 'Enter the fee in whole rupees',
  fee_changed: ({ fee }) => `This costs ${formatRupees(fee)} by now. Please look at it again.`,
  fee_note: `Say why: ${staysWithBooking}`,
  fee_on_invoice: 'This fee stands on the invoice of a later booking, which is written.',
  final_price: 'Enter the bill in whole rupees',
  forbidden: "You don't have permission for this.",
  fuel: 'Choose how full the tank is',
  gateway_confirms: 'The gateway confirms this payment itself.',
  gateway_refunds: 'The gateway makes this refund. If you pay it out as well, the customer gets it twice.',
  group_id: 'Bikes of one group have one customer, place and day. Book this one on its own.',
  gstin: 'Check the GSTIN',
  handover_code: 'Enter the code that the customer says, or say why it goes without one',
  hours: 'Ask for 1 to 720 hours.',
  invoice_issued:
    'The invoice of this booking is written and cannot be changed. To charge less takes a credit note, to charge more another invoice: ask your accountant.',
  items: 'This booking has no service to look up times for.',
  items_refused: ({ refusals: [rejection] }) =>
    rejection ? explainQuoteRejection(rejection) : 'This work can not be booked.',
  last_owner: 'The workshop needs an owner. Make someone else an owner first.',
  kind: 'Say what the call is about',
  lines: 'There is no such line on this job card. Load the booking again.',
  mark: 'This could not be read. Enter it again.',
  mechanic: "Enter the mechanic's name",
  message: 'Write what the call is about',
  message_too_long: ({ max }) => `Keep it to ${max} characters`,
  method: 'Choose cash or card',
  model: 'The model of this bike is not in the list any more.',
  moved_often: 'The customer has moved this booking before.',
  name: 'Enter the name that is read on the board',
  no_credit: ({ status }) => `The status of this booking is ${statusWord(status)}: it has no credit.`,
  no_invitation: 'This invitation was accepted or withdrawn before.',
  needs_yes: ({ rise, total }) =>
    `This makes it ${formatRupees(rise)} dearer, ${formatRupees(total)} in all. Ask the customer, and write how they agreed.`,
  no_invoice: 'This booking has no invoice yet.',
  no_more_tries: "The code can't be tried any more. Say why it goes without the code.",
  no_person: 'There is no such person. Load the page again.',
  no_pickup: 'This work is not done with pickup. Choose another day at the gate.',
  no_weather_credit: 'There is no credit for rain or a closed road: moving and cancelling are free.',
  not_agreed: ({ agreed }) => `${billTooHigh(agreed)}.`,
  not_allowed: ({ status, to }) =>
    `The status of this booking is ${statusWord(status)}: it cannot become ${statusWord(to)}.`,
  not_answered: 'The customer has not answered every line yet.',
  not_checked: ({ left, to }) =>
    `${left === 1 ? '1 point of the inspection is' : `${left} points of the inspection are`} not checked. ${
      to === 'completed'
        ? 'Other work was agreed since: take the bike back to the work.'
        : 'Check them on the floor, or say why in the note.'
    }`,
  not_at_work: ({ status }) =>
    `Parts and time are written down while we work on the bike; the status of this booking is ${statusWord(status)}.`,
  not_checked_in: 'Check the bike in first: on the floor, the page of this job asks for the odometer.',
  not_claimed: 'The customer has not reported this payment, or it is settled already.',
  not_confirmed: 'This booking is not confirmed, so nothing is due yet.',
  not_current: 'The booking has changed since: this message would no longer be true.',
  not_failed: ({ status }) => `This message has not failed: it is ${status}.`,
  not_found: 'There is no such booking.',
  not_in_service: ({ status }) =>
    `Lines are ticked while the bike is worked on; the status of this booking is ${statusWord(status)}.`,
  not_in_work: ({ status }) =>
    `Extra work is proposed while the bike is with us; the status of this booking is ${statusWord(status)}.`,
  not_late: ({ minutes }) => `The credit is due ${minutes} minutes after the end of the window.`,
  not_needed: 'Say in 3 to 200 characters why it is not needed',
  not_ticked: ({ left }) =>
    left === 1
      ? '1 line of the job card is not ticked yet. Tick it, or say why it is not needed.'
      : `${left} lines of the job card are not ticked yet. Tick them, or say why one is not needed.`,
  note_too_long: ({ max }) => `Keep the note to ${max} characters`,
  nothing_asked: 'Propose the extra work first: there is nothing to approve.',
  nothing_to_waive: 'There is no fee to waive.',
  online_only: 'This booking is paid online before it is confirmed.',
  oil_missing: () => 'Write down the oil first: the bill names its brand, grade and litres.',
  odometer_km: 'Enter the odometer, 0 to 300000 km',
  other_items: 'Keep it to 200 characters',
  not_offered: 'Paying online is not possible at the moment.',
  on_behalf: 'Choose: on the phone, or at the counter',
  paid: 'There is nothing left to pay.',
  part_grade: 'Enter the grade, as on the can',
  part_hsn: 'Enter the HSN code, 4 to 8 figures: parts of two-wheelers are 8714, engine oil is 2710',
  part_kind: 'Choose part, oil, consumable or battery taken back',
  part_make: 'Enter the make: it stands on the bill',
  part_name: 'Name it in 2 to 80 characters; only oil has a grade',
  part_price: ({ left }) =>
    left === null
      ? 'Enter the price in whole rupees'
      : `The parts written down cost ${formatRupees(-left)} more than this work. Lower them, or propose the rest as extra work.`,
  part_quantity: 'Enter a quantity above 0',
  part_work: 'Choose extra work that the customer agreed to',
  parts: 'Write down 40 lines at most',
  payment: 'Book it to be paid after the work',
  payment_note: 'Say why: it stays with the payment',
  pin_form: pinFormMessage,
  price_changed: () => 'The price has changed. Read it to the caller again.',
  pickup_needs_rain: 'Only a visit to the gate can become a pickup: for the weather, or where no work is possible.',
  phone: 'Enter a mobile number of 10 digits',
  sign_in_again: 'Enter your password or a code again to do this.',
  point: 'This point is not in the inspection of this bike. Load the job again.',
  point_note: 'Keep the note to 300 characters',
  point_state: 'Choose fine, soon, now or not checked',
  point_value: 'Enter what you measured as a number',
  reason: 'Keep the reason under 200 characters',
  still_asked: ({ until }) => `The customer has until ${formatInstant(until)} to answer. Call then, once.`,
  step_note: 'Say in 3 characters or more why it goes back',
  request: 'Load the page again and try once more',
  request_used: 'This request was used for another booking. Load the page again.',
  shop_only: 'Only the shop says who caused the change.',
  too_few_km: ({ name, from_km }) => `${name} is not worth doing before ${formatKm(from_km)}.`,
  too_many_bookings: () => 'This number has too many bookings since yesterday.',
  too_many_callbacks: () => 'This number is on the list to call back already.',
  too_many_open: () => 'This number has too many open bookings.',
  stale: ({ changes }) => `${staleWords(changes)} Load the booking again, then correct it.`,
  outcome: 'Say how the call ended',
  terminal_reference: 'Enter the approval code on the slip, 4 to 20 letters or digits',
  terminal_reference_used: ({ amount }) =>
    `This approval code is recorded with this booking for ${formatRupees(amount)}. Check the slip.`,
  test_ride: 'Save the test ride again.',
  test_ride_km: ({ from }) => `Enter the odometer after the ride, ${from} to ${from + 100} km`,
  timer: 'Start or pause it again.',
  to_status: 'Choose the next status',
  unknown_wish: 'This request is not on the list any more.',
  wish_closed: 'A colleague has answered this request meanwhile.',
  too_early: ({ from, minutes }) =>
    minutes === null
      ? `The bill is written on the day of the booking or later: from ${formatInstant(from)} on. Move the booking if the work is done today.`
      : `Wait until ${formatInstant(from)}, ${minutes} minutes after the booked time. A no-show can not be recorded before.`,
  verify_phone: () => 'This number must be confirmed first.',
  website: 'Load the page again and try once more',
  unknown_code: 'This is not the code in the SMS of this booking. Ask the customer to read it again.',
  unknown_message: 'There is no such message.',
  waiver: `Say in 3 to 300 characters why the fee is waived: ${staysWithBooking}`,
  weather_note: 'Say it in 3 to 120 characters: customers read it',
  without_code: 'Say in 3 to 300 characters why it goes without the code',
  work: 'Name 1 to 20 pieces of work',
  work_begun: ({ since }) =>
    `The work on this has begun, ${formatInstant(since)}: the answer stays. Take off its tick or part first.`,
  work_done: 'This work is done already, or booked for another visit: its price stays.',
  work_item: 'This does not fit the bike, or has no price for it.',
  work_minutes: 'Enter the minutes it takes',
  work_name: 'Name the work in 2 to 80 characters',
  work_price: 'Enter the price in whole rupees',
  work_reason: 'Say why in 3 to 300 characters: the customer decides by it',
  work_repriced: ({ price }) => `The price is ${formatRupees(price)} by now. Ask again.`,
  work_urgency: 'Say whether it is due now or later',
  wrong_code: ({ tries_left }) => `This is not the code of this booking. ${triesLeft(tries_left)}`,
};

function staleWords(changes: RejectionData['stale']['changes']): string {
  const [last] = changes.slice(-1);
  if (!last) return 'This booking has changed meanwhile.';
  const what = last.kind === 'items_changed' ? 'the work' : last.fields.map(correctedName).join(', ');
  return `${last.by ?? 'A colleague'} changed ${what} on ${formatInstant(last.at)}.`;
}

/** Without a full stop: also shown as the validation error of the bill field. */
export function billTooHigh(agreed: number): string {
  return `The customer has agreed to ${formatRupees(agreed)}. Bill that or less: more work is proposed line by line, and billed once it is approved`;
}

function triesLeft(tries: number): string {
  if (tries === 0) return "It can't be tried any more: say why it goes without the code.";
  return tries === 1 ? '1 try is left.' : `${tries} tries are left.`;
}

/** A sentence for any failed call. */
export const explain = (thrown: unknown): string => explainError(thrown, messages);

import type { BookingRequest } from '@twostroke/shared/contracts/functions';
import type { CallersBike, KnownCaller } from '@twostroke/shared/contracts/answers/caller';
import type { BookingAddress, ServiceMode } from '@twostroke/shared/domain/booking-form';
import { parseName } from '@twostroke/shared/domain/person-name';
import { parsePhone } from '@twostroke/shared/domain/phone';
import { parseVehicleNumber } from '@twostroke/shared/domain/vehicle-number';
import { brands } from '@twostroke/shared/domain/brands';
import type { PickableModel } from '@twostroke/shared/api/read-bikes';
import { modelIdOf, vehicleOf, type SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import type { CallerWish } from '../../model/view-paths.ts';
import { recheckSlug } from '../../model/recheck.ts';

/** One call, from the number to the booking, as staff type it. */
export interface Call {
  requestId: string;
  /** The same for every bike of this call. */
  groupId: string;
  /** Day of the bikes of this call that are booked, YYYY-MM-DD: they come together. */
  groupDay: string | null;
  origin: 'phone' | 'walk_in';
  phone: string;
  /** Null: the name that the number booked with last. */
  name: string | null;
  /** Place in the list of the caller's bikes; `other` for one that is not in it. */
  bike: number | 'other';
  otherModel: SelectedVehicle | null;
  plate: string;
  search: string;
  /** Slug of a package, or of a re-check; null: the first that fits the search. */
  job: string | null;
  /** The caller's words for the job card; null: what was searched. */
  words: string | null;
  /** Ids of declined work that the caller wants now. */
  wanted: string[];
  mode: ServiceMode | null;
  /** Null: where we came last. */
  address: BookingAddress | null;
  coupon: string;
  slot: CallSlot | null;
  /** Bikes booked in this call so far. */
  booked: number;
  /** The request that the first booking of this call closes. */
  answers: CallerWish['answers'] | null;
  /** The place that the waitlist holds for this caller. */
  offered: CallerWish['offered'] | null;
}

export interface CallSlot {
  /** YYYY-MM-DD */
  date: string;
  start: string;
  end: string;
  /** Until when cancelling is free, ISO 8601. */
  freeUntil: string;
}

export function newCall(phone = ''): Call {
  return {
    ...{ requestId: crypto.randomUUID(), groupId: crypto.randomUUID(), origin: 'phone', phone, name: null, bike: 0 },
    ...{ otherModel: null, plate: '', search: '', job: null, words: null, wanted: [], mode: null, address: null },
    ...{ coupon: '', slot: null, booked: 0, answers: null, offered: null, groupDay: null },
  };
}

/** A call that answers a request: number, bike and wish are filled in. */
export function callOf(wish: CallerWish, models: readonly PickableModel[]): Call {
  const { phone, name = null, job = null, mode = null, words = null, offered = null, answers } = wish;
  const model = models.find((listed) => modelIdOf(listed) === wish.model);
  const brand = brands.find(({ slug }) => slug === model?.brand_slug);
  const bike = brand && model ? ({ bike: 'other', otherModel: vehicleOf(brand, model) } as const) : {};
  return { ...newCall(phone), name, job, mode, words, answers, offered, ...bike };
}

/** Another bike of the same caller, at the same place. */
export function nextBike(call: Call): Call {
  const { origin, phone, name, mode, address, groupId } = call;
  const booked = call.booked + 1;
  // From the third bike on the group has a discount.
  const coupon = booked >= 2 ? 'SOCIETY5' : '';
  const groupDay = call.groupDay ?? call.slot?.date ?? null;
  return { ...newCall(phone), origin, name, mode, address, groupId, groupDay, booked, coupon, bike: 'other' };
}

const movingParts: readonly (keyof Call)[] = ['bike', 'otherModel', 'job', 'mode', 'phone', 'wanted'];

/** Whether this bike comes on another day than those that are booked. */
export function isOnItsOwn({ groupDay, slot }: Call): boolean {
  return groupDay !== null && slot !== null && slot.date !== groupDay;
}

/** The group of the call, with its discount; nothing for a bike on its own. */
export function groupOf(call: Call): { group_id?: string; coupon?: string } {
  if (isOnItsOwn(call)) return {};
  return { group_id: call.groupId, ...(call.coupon && { coupon: call.coupon }) };
}

/** A change of what is done or where makes the held time wrong. */
export function changeCall(call: Call, change: Partial<Call>): Call {
  const next = { ...call, ...change };
  const moves = movingParts.some((part) => part in change);
  return moves || ('search' in change && call.job === null) ? { ...next, slot: change.slot ?? null } : next;
}

/** What follows from the call and what we know of the number. */
export interface CallFacts {
  name: string;
  modelId: string | null;
  bikeName: string;
  plate: string | null;
  known: CallersBike | null;
  mode: ServiceMode;
  address: BookingAddress;
  words: string;
}

const noAddress: BookingAddress = { line: '', landmark: '', area: '', pin: '' };

export function factsOf(call: Call, caller: KnownCaller | null): CallFacts {
  const known = call.bike === 'other' ? null : (caller?.bikes[call.bike] ?? null);
  const other = call.otherModel;
  const last = caller?.address;
  return {
    name: call.name ?? caller?.people[0]?.name ?? '',
    modelId: known?.model_id ?? other?.modelId ?? null,
    bikeName: known?.bike_name ?? (other ? `${other.brand.name} ${other.model.name}` : ''),
    plate: known ? known.vehicle_number : parseVehicleNumber(call.plate),
    known,
    mode: call.mode ?? (last ? 'doorstep' : 'workshop'),
    address:
      call.address ??
      (last ? { line: last.line, landmark: last.landmark ?? '', area: last.area, pin: last.pin } : noAddress),
    words: (call.words ?? call.search.trim()).slice(0, 500),
  };
}

export interface Missing {
  /** The question that lacks an answer, 1 to 5. */
  question: number;
  /** What to ask. */
  words: string;
}

/** What is still missing, in the order of the questions. */
export function missingOf(call: Call, facts: CallFacts, job: string | null): Missing[] {
  const missing: Missing[] = [];
  if (!parsePhone(call.phone)) missing.push({ question: 1, words: 'the number' });
  if (!parseName(facts.name)) missing.push({ question: 1, words: 'the name' });
  if (!facts.modelId) missing.push({ question: 2, words: 'the bike' });
  if (call.plate.trim() !== '' && !facts.known && !facts.plate)
    missing.push({ question: 2, words: 'the plate as it is on the RC' });
  if (!job) missing.push({ question: 3, words: 'the job' });
  if (facts.mode !== 'workshop' && (facts.address.line.trim().length < 5 || !facts.address.area || !facts.address.pin))
    missing.push({ question: 4, words: 'the address' });
  if (!call.slot) missing.push({ question: 5, words: 'a time' });
  return missing;
}

/** What was declined before and is wanted now. */
export const wantedWork = ({ wanted }: Call, { known }: CallFacts) =>
  (known?.declined ?? []).filter(({ id }) => wanted.includes(id));

/** The job, for a re-check with the work that it looks at, and what was declined before and is wanted now: always as an add-on. */
export function itemsOf(call: Call, facts: CallFacts, job: string): BookingRequest['items'] {
  const recheck = job === recheckSlug ? facts.known?.recheck : null;
  return [
    { id: job, quantity: 1, ...(recheck && { recheck: recheck.id }) },
    ...wantedWork(call, facts).map(({ id, item_id }) => ({
      id: item_id ?? 'declined-work',
      quantity: 1,
      declined: id,
    })),
  ];
}

/** @param total rupees that were read to the caller */
export function requestOf(call: Call, facts: CallFacts, job: string, total: number, slot: CallSlot): BookingRequest {
  const chassis = facts.known?.chassis_last5;
  return {
    request_id: call.requestId,
    on_behalf: call.origin,
    model: facts.modelId ?? '',
    items: itemsOf(call, facts, job),
    mode: facts.mode,
    date: slot.date,
    time: slot.start,
    name: facts.name,
    phone: call.phone,
    ...(facts.plate ? { vehicle_number: facts.plate } : { plate_not_issued: true }),
    ...(chassis && !facts.plate ? { chassis_last5: chassis } : {}),
    ...(facts.known?.model_year ? { model_year: facts.known.model_year } : {}),
    ...(facts.mode !== 'workshop' && { address: facts.address }),
    ...(facts.words && { notes: facts.words }),
    ...groupOf(call),
    ...call.answers,
    expected_total: total,
  };
}

import { createBooking, type BookingReceipt } from '@twostroke/shared/api/bookings';
import { dataOfRejection } from '@twostroke/shared/api/data-of-rejection';
import { quote } from '@twostroke/shared/api/quote';
import type { PickableModel } from '@twostroke/shared/api/read-bikes';
import { useQuery } from '@twostroke/shared/api/use-query';
import { useSlotDays } from '@twostroke/shared/api/use-slot-days';
import { toAppError } from '@twostroke/shared/client';
import { parsePhone } from '@twostroke/shared/domain/phone';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import type { CallerWish } from '../../model/view-paths.ts';
import { callBackLater, getCaller, holdForCaller } from './caller-calls.ts';
import {
  callOf,
  changeCall,
  factsOf,
  groupOf,
  itemsOf,
  missingOf,
  newCall,
  nextBike,
  requestOf,
  type Call,
  type CallSlot,
} from './call.ts';
import { matchJobs, readJobs, recheckOf } from './jobs.ts';
import { focusQuestion } from './question.tsx';
import { useCallHold } from './use-call-hold.ts';

/** What the page is opened with: a request, a number, or nothing. */
export type CallerStart = CallerWish | { phone?: string } | null;

/** A call that was left without booking: going back to it loses nothing but the held time. */
let left: Call | null = null;

/** Starts from nothing, as in a new tab. */
export function forgetCall(): void {
  left = null;
}

/** The state of one call and what it can do. */
export function useCall(start: CallerStart, models: readonly PickableModel[]) {
  const [call, setCall] = useState(() => {
    if (start && 'answers' in start) return callOf(start, models);
    const phone = start?.phone ?? '';
    return left && (phone === '' || left.phone === phone) ? left : newCall(phone);
  });
  const [booked, setBooked] = useState<BookingReceipt | null>(null);
  const [called, setCalled] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [gone, setGone] = useState<string | null>(null);
  const number = parsePhone(call.phone);
  const caller = useQuery(number && `caller ${number}`, () => getCaller(number ?? ''));
  const known = caller.status === 'ready' ? caller.data : null;
  const facts = factsOf(call, known);
  const jobs = useQuery(facts.modelId && `jobs ${facts.modelId}`, () => readJobs(facts.modelId ?? ''));
  const recheck = recheckOf(facts.known);
  const offers = jobs.status === 'ready' ? jobs.data : [];
  const fitting = matchJobs(offers, call.search);
  const matches = [...fitting, ...(recheck ? [recheck] : [])];
  const picked = [...offers, ...matches].find(({ slug }) => slug === call.job);
  const job = picked ?? (call.search.trim() ? fitting[0] : undefined) ?? null;
  const work = job && facts.modelId ? { items: itemsOf(call, facts, job.slug), model: facts.modelId } : null;
  const isOffered = job?.modes.includes(facts.mode) ?? false;
  const times = useSlotDays(work && isOffered ? { ...work, mode: facts.mode, request_id: call.requestId } : null);
  const place = facts.mode === 'workshop' ? {} : { area: facts.address.area, pin: facts.address.pin };
  const asked = work && {
    ...work,
    ...place,
    mode: facts.mode,
    request_id: call.requestId,
    ...(call.coupon && groupOf(call)),
    ...(call.slot && { date: call.slot.date }),
  };
  const price = useQuery(asked && `price ${JSON.stringify(asked)} ${call.booked}`, () => quote(asked!));
  const missing = missingOf(call, facts, job?.slug ?? null);

  function keep(next: Call): void {
    left = { ...next, slot: null };
    setCall(next);
  }
  function change(part: Partial<Call>): void {
    setProblem(null);
    keep(changeCall(call, part));
  }

  async function hold(slot: CallSlot): Promise<void> {
    if (!work) return;
    setGone(null);
    try {
      const { date, start } = slot;
      const held = await holdForCaller({
        ...{ ...work, request_id: call.requestId, mode: facts.mode, date, start },
        ...(call.answers && 'waiting' in call.answers && { waiting: call.answers.waiting }),
      });
      keep({ ...call, slot: { ...slot, freeUntil: held.free_until } });
    } catch (thrown) {
      const error = toAppError(thrown);
      keep({ ...call, slot: null });
      setGone(error.hint === 'slot_taken' ? 'That time has just been taken. Choose another one.' : explain(error));
      times.calendar.reload();
    }
  }
  useCallHold(call.requestId, call.slot !== null, () => {
    if (call.slot) void hold(call.slot);
  });

  async function book(): Promise<void> {
    const [first] = missing;
    if (first) focusQuestion(first.question);
    if (first || busy || price.status !== 'ready' || !job || !call.slot) return;
    setBusy(true);
    setProblem(null);
    try {
      setBooked(await createBooking(requestOf(call, facts, job.slug, price.data.total, call.slot)));
      left = null;
    } catch (thrown) {
      const error = toAppError(thrown);
      const changed = dataOfRejection(error, 'price_changed');
      if (changed) price.replace(changed);
      if (error.hint === 'slot_taken') {
        keep({ ...call, slot: null });
        times.calendar.reload();
      }
      // A bike of another place is booked on its own.
      if (error.hint === 'group_id') keep({ ...call, groupId: crypto.randomUUID(), groupDay: null, coupon: '' });
      setProblem(explain(error));
    }
    setBusy(false);
  }

  async function callBack(): Promise<void> {
    if (!number) return focusQuestion(1);
    setProblem(null);
    try {
      await callBackLater(facts.name || 'Caller', number, facts.words || 'Asked to be called back');
      left = null;
      setCalled(true);
    } catch (thrown) {
      setProblem(explain(thrown));
    }
  }

  /** The next bike of this caller, or another call. */
  function again(next: 'bike' | 'call'): void {
    setBooked(null);
    setCalled(false);
    keep(next === 'bike' ? nextBike(call) : newCall());
  }

  return {
    ...{ call, change, caller, known, facts, jobs, matches, job, times, price, missing, gone },
    ...{ hold: (slot: CallSlot) => void hold(slot), book: () => void book(), callBack: () => void callBack() },
    ...{ busy, problem, booked, called, again },
  };
}

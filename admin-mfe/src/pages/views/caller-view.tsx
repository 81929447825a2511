import { useQuery } from '@twostroke/shared/api/use-query';
import { paths } from '@twostroke/shared/contracts/paths';
import { formatDay, formatInstant, formatWindow } from '@twostroke/shared/domain/calendar';
import { formatDuration } from '@twostroke/shared/domain/duration';
import { useLocation, useNavigate } from '@twostroke/shared/router';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Head } from '@twostroke/shared/ui/head';
import { lock } from '@twostroke/shared/ui/icons';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { BookedCall } from '../../features/book-for-caller/booked-call.tsx';
import { CallerBike } from '../../features/book-for-caller/caller-bike.tsx';
import { CallerJob } from '../../features/book-for-caller/caller-job.tsx';
import { CallerKnown } from '../../features/book-for-caller/caller-known.tsx';
import { CallerPlace } from '../../features/book-for-caller/caller-place.tsx';
import { FreeTimes } from '../../features/book-for-caller/free-times.tsx';
import { focusQuestion, Question, questionId } from '../../features/book-for-caller/question.tsx';
import { ReadBack } from '../../features/book-for-caller/read-back.tsx';
import { useCall, type CallerStart } from '../../features/book-for-caller/use-call.ts';
import styles from '../../features/book-for-caller/caller.module.css';
import { CustomerCard } from '../../features/know-customer/customer-card.tsx';
import { getCustomer } from '../../features/know-customer/customer-records.ts';
import { explain } from '../../messages.ts';
import { FailedLoad } from '../../parts/failed-load.tsx';
import { useOfficeKeys } from '../../parts/use-office-keys.ts';
import type { CallerData } from './load-caller.ts';

/** With its data, so that both are one download. */
export { loadCaller, readCallerAhead } from './load-caller.ts';

/** /admin?view=caller: number, bike, job, place and time of a caller, read back aloud and booked. */
export function CallerView({ models, areas }: CallerData) {
  const { state } = useLocation() as { state: CallerStart };
  const navigate = useNavigate();
  const desk = useCall(state, models);
  const { call, change, known, facts, job, times, price, missing } = desk;
  const records = useQuery(known && `customer ${known.phone}`, () => getCustomer(known?.phone ?? ''));
  const phone = useRef<HTMLInputElement>(null);
  // With the add-ons, once they are priced.
  const minutes = price.status === 'ready' ? price.data.minutes : job?.minutes;
  const isOver = desk.booked !== null || desk.called;
  const again = (next: 'bike' | 'call'): void => {
    desk.again(next);
    // What was just booked is in the list of the same caller.
    if (next === 'bike') [desk.caller, records].forEach((query) => query.reload());
  };
  // Before the first paint: what is typed meanwhile belongs into the number.
  useLayoutEffect(() => {
    if (!isOver) phone.current?.focus();
  }, [isOver, call.requestId]);
  useOfficeKeys(Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [String(number), () => focusQuestion(number)])));

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isOver) desk.book();
    else if (event.key === 'Escape') void navigate(paths.admin());
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  return (
    <>
      <Head title="Book for a caller" noIndex />
      <div className={styles.bar}>
        <h1>Book for a caller</h1>
        <Anchor to={paths.admin()}>Back to the day, nothing is lost</Anchor>
      </div>
      {isOver ? (
        <BookedCall receipt={desk.booked} phone={call.phone} onAgain={again} />
      ) : (
        <div className={styles.call}>
          <div className={styles.column}>
            <Question number={1} title="Phone">
              <TextInput
                ref={phone}
                type="tel"
                aria-labelledby={questionId(1)}
                className={styles.phone}
                autoComplete="off"
                value={call.phone}
                onChange={(event) => change({ phone: event.target.value, name: null, bike: 0, wanted: [] })}
              />
              {desk.caller.status === 'failed' && (
                <FailedLoad
                  what="who calls"
                  error={desk.caller.error}
                  onRetry={() => {
                    desk.caller.reload();
                    phone.current?.focus();
                  }}
                />
              )}
              {known && <CallerKnown caller={known} name={facts.name} onName={(name) => change({ name })} />}
              {records.status === 'ready' && records.data.notes.map(({ id, note }) => <p key={id}>{note}</p>)}
              <Choices legend="How they came" legendHidden dense>
                {(['phone', 'walk_in'] as const).map((origin) => (
                  <Choice
                    key={origin}
                    name="origin"
                    title={origin === 'phone' ? 'On the phone' : 'At the counter'}
                    checked={call.origin === origin}
                    onChange={() => change({ origin })}
                  />
                ))}
              </Choices>
            </Question>
            <Question number={2} title="Bike">
              <CallerBike call={call} bikes={known?.bikes ?? []} models={models} onChange={change} />
            </Question>
          </div>
          <div className={styles.column}>
            <Question number={3} title={facts.bikeName ? `Job for ${facts.bikeName}` : 'Job'}>
              <CallerJob
                call={call}
                jobs={desk.jobs}
                matches={desk.matches}
                chosen={job}
                bike={facts.known}
                onChange={change}
              />
            </Question>
            <Question number={4} title="Where">
              <CallerPlace
                call={call}
                mode={facts.mode}
                modes={job?.modes ?? null}
                address={facts.address}
                areas={areas}
                onChange={change}
              />
            </Question>
          </div>
          <div className={styles.column}>
            <Question number={5} title={minutes ? `Free times, ${formatDuration(minutes)}` : 'Free times'}>
              {times.calendar.status === 'idle' && <p className={styles.small}>Choose a job first.</p>}
              {times.calendar.status === 'failed' && (
                <FailedLoad
                  what="the free times"
                  error={times.calendar.error}
                  onRetry={() => {
                    times.calendar.reload();
                    focusQuestion(3);
                  }}
                />
              )}
              <FormProblem sentence={desk.gone} />
              {times.days.length > 0 && (
                <FreeTimes
                  days={times.days}
                  held={call.slot}
                  offered={call.offered?.mode === facts.mode ? call.offered : null}
                  onPick={desk.hold}
                />
              )}
              <FormProblem sentence={times.moreError && explain(times.moreError)} />
              {times.hasMore && times.days.length > 0 && (
                <Button variant="line" small busy={times.loadingMore} busyLabel="Loading" onClick={times.more}>
                  Next week
                </Button>
              )}
              {call.slot && (
                <PressAnswer tone="ok" icon={lock} key={`${call.slot.date} ${call.slot.start}`}>
                  <p>
                    <b>
                      {formatDay(call.slot.date)}, {formatWindow(call.slot.start, call.slot.end)} is held while you
                      talk.
                    </b>{' '}
                    It is let go when you leave this page.
                  </p>
                </PressAnswer>
              )}
            </Question>
            <Question number={6} title="Tell the caller">
              <ul className={styles.say} tabIndex={-1}>
                {call.slot && <li>Free to cancel or move until {formatInstant(call.slot.freeUntil)}.</li>}
                <li>Anything on top we ask first, by SMS link.</li>
                <li>Pay after the work: UPI, card or cash.</li>
              </ul>
            </Question>
          </div>
          <div className={styles.wide}>
            <ReadBack
              call={call}
              facts={facts}
              job={job}
              area={areas.find(({ slug }) => slug === facts.address.area)?.name}
              quote={price.status === 'ready' ? price.data : null}
              credit={known?.credit ?? 0}
              missing={missing}
              busy={desk.busy}
              problem={desk.problem ?? (price.status === 'failed' ? explain(price.error) : null)}
              onBook={desk.book}
              onCallBack={desk.callBack}
            />
            {known && <CustomerCard caller={known} about={facts.words} records={records} />}
          </div>
        </div>
      )}
    </>
  );
}

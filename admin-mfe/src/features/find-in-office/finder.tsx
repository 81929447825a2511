import { useQuery } from '@twostroke/shared/api/use-query';
import { paths } from '@twostroke/shared/contracts/paths';
import type { OfficeFinds } from '@twostroke/shared/contracts/answers/caller';
import { parsePhone } from '@twostroke/shared/domain/phone';
import { useNavigate } from '@twostroke/shared/router';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { classList } from '@twostroke/shared/ui/class-list';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { FailedLoad } from '../../parts/failed-load.tsx';
import options from '../../parts/options.module.css';
import type { BoardJob } from '../../model/board-job.ts';
import { isUnreached } from '../../model/is-unreached.ts';
import { findInOffice, type FoundBooking } from './find-in-office.ts';
import { findOnPage, foundJob } from './find-on-page.ts';
import { BookingHit, CustomerHit } from './hits.tsx';
import styles from './finder.module.css';

/** Milliseconds without a key before the database is asked. */
const PAUSE = 120;

interface Hit {
  id: string;
  group: 'Bookings' | 'Customers' | 'Do';
  content: React.ReactNode;
  phone: string | null;
  open: () => void;
}

export interface FinderProps {
  open: boolean;
  onClose: () => void;
  /** The cards of the page that is shown: without a network the search goes through them. */
  jobs: readonly BoardJob[];
  /** Opens the page to book for a caller, with a number that may be known. Missing where the duty may not book. */
  onBook?: (phone: string) => void;
}

/** One field for name, number, phone and plate. Arrows choose, Enter opens, Alt Enter calls. */
export function Finder({ open, onClose, jobs, onBook }: FinderProps) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [at, setAt] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery(open ? `find ${asked}` : null, () => findInOffice(asked));
  // What was found last stays until the next answer.
  const [answered, setAnswered] = useState<OfficeFinds | null>(null);
  if (found.status === 'ready' && found.data !== answered) setAnswered(found.data);
  const [latest, setLatest] = useState<readonly FoundBooking[]>([]);
  if (asked === '' && found.status === 'ready' && found.data.bookings !== latest) setLatest(found.data.bookings);
  // Until the database answers again.
  const [unreached, setUnreached] = useState(false);
  if (found.status === 'failed' || found.status === 'ready') {
    const failed = found.error !== null && isUnreached(found.error);
    if (failed !== unreached) setUnreached(failed);
  }
  const isKept = found.status === 'ready';
  const problem = found.status === 'failed' || (isKept && unreached) ? found.error : null;
  const finds = unreached && !isKept ? findOnPage([...jobs.map(foundJob), ...latest], asked) : answered;
  const typedPhone = parsePhone(asked);
  const [best] = finds?.customers ?? [];
  const target = typedPhone ?? best?.phone ?? '';

  function leave(act: () => void): void {
    onClose();
    setTyped('');
    setAt(0);
    act();
  }
  /** The customers, and the line that books for one of them or for an unknown caller. */
  function hitsToBook({ customers }: OfficeFinds, bookFor: (phone: string) => void): Hit[] {
    const someone = typedPhone ? 'this number' : (best?.name ?? 'a caller');
    return [
      ...customers.map((customer): Hit => ({
        id: customer.phone,
        group: 'Customers',
        content: <CustomerHit customer={customer} query={asked} />,
        phone: customer.phone,
        open: () => bookFor(customer.phone),
      })),
      { id: 'book', group: 'Do', content: <b>Book for {someone}</b>, phone: null, open: () => bookFor(target) },
    ];
  }
  const hits: Hit[] = finds
    ? [
        ...finds.bookings.map((booking): Hit => ({
          id: booking.id,
          group: 'Bookings',
          content: <BookingHit booking={booking} query={asked} />,
          phone: booking.phone,
          open: () => void navigate(paths.adminBooking(booking.id)),
        })),
        ...(onBook && !unreached ? hitsToBook(finds, onBook) : []),
      ]
    : [];
  const chosen = hits[Math.min(at, hits.length - 1)];
  const optionId = (id: string): string => `${listId}-${id}`;
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  function pressed(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') setAt((at + 1) % Math.max(hits.length, 1));
    else if (event.key === 'ArrowUp') setAt((at + hits.length - 1) % Math.max(hits.length, 1));
    else if (event.key === 'Enter' && chosen && asked === typed.trim() && (unreached || isKept)) {
      const { phone } = chosen;
      if (!event.altKey) leave(chosen.open);
      else if (phone) globalThis.location.assign(`tel:${phone}`);
    } else return;
    event.preventDefault();
  }

  function findAgain(): void {
    found.reload();
    field.current?.focus();
  }

  const count = finds ? finds.bookings.length + finds.customers.length : 0;
  return (
    <Dialog open={open} onClose={onClose} title="Find" closeLabel="Close the search" initialFocus={field}>
      <div className={styles.finder}>
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Name, number, phone or plate"
          aria-expanded={hits.length > 0}
          aria-controls={hits.length > 0 ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={chosen ? optionId(chosen.id) : undefined}
          className={styles.field}
          placeholder="Name, number, phone or plate"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={pressed}
        />
        {problem !== null && <FailedLoad what="what you look for" error={problem} onRetry={findAgain} />}
        {unreached && hits.length > 0 && <p>Below is what this page already has.</p>}
        {finds && count === 0 && asked !== '' && (
          <p>
            No one with “{asked}”{unreached && ' on this page'}.
          </p>
        )}
        {hits.length > 0 && (
          <div ref={list} id={listId} role="listbox" aria-label="Found">
            {(['Bookings', 'Customers', 'Do'] as const)
              .filter((group) => hits.some((hit) => hit.group === group))
              .map((group) => (
                <div key={group} role="group" aria-label={group}>
                  <p className={styles.group} aria-hidden="true">
                    {group === 'Bookings' && asked === '' && !unreached ? 'Latest bookings' : group}
                  </p>
                  {hits
                    .filter((hit) => hit.group === group)
                    .map((hit) => (
                      <button
                        key={hit.id}
                        id={optionId(hit.id)}
                        type="button"
                        role="option"
                        tabIndex={-1}
                        aria-selected={hit === chosen}
                        className={classList(options.option, hit === chosen && options.chosen)}
                        onPointerDown={(event) => event.preventDefault()}
                        onMouseDown={(event) => event.preventDefault()}
                        onClick={() => leave(hit.open)}
                      >
                        {hit.content}
                      </button>
                    ))}
                </div>
              ))}
          </div>
        )}
        {finds?.more && <p className={styles.hint}>There are more bookings: type more of it.</p>}
        <p className={styles.hint}>Part of a plate or the last 4 of a phone is enough. Alt Enter calls.</p>
        <LiveRegion message={finds && asked !== '' ? `${count} found` : ''} />
      </div>
    </Dialog>
  );
}

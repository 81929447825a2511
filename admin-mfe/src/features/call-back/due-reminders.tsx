import { useQuery } from '@twostroke/shared/api/use-query';
import { formatInstant } from '@twostroke/shared/domain/calendar';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { notify } from '@twostroke/shared/state';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Heading } from '@twostroke/shared/ui/heading';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { useEffect, useRef, useState } from 'react';
import { explain } from '../../messages.ts';
import styles from './callback-list.module.css';
import { finishReminder, readReminders, type Reminder } from './reminders.ts';

/** A timer holds at most this long, in milliseconds: what is due later is looked at again then. */
const longestMs = 60 * 60_000;

/** The own reminders that are due, announced when they come up. Nothing before. */
export function DueReminders() {
  const reminders = useQuery('reminders', readReminders);
  const [now, setNow] = useState(() => Date.now());
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const all = reminders.status === 'ready' ? reminders.data : [];
  const due = all.filter(({ due_at }) => Date.parse(due_at) <= now);
  const next = all.find(({ due_at }) => Date.parse(due_at) > now)?.due_at;
  useEffect(() => {
    if (!next) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(Math.max(Date.parse(next) - Date.now(), 0), longestMs));
    return () => clearTimeout(timer);
  }, [next, now]);

  async function finish({ id, words }: Reminder): Promise<void> {
    setBusy(id);
    setProblem(null);
    try {
      await finishReminder(id);
      void notify(`Done: ${words}`);
      title.current?.focus({ preventScroll: true });
      reminders.replace(all.filter((other) => other.id !== id));
    } catch (thrown) {
      setProblem(explain(thrown));
    }
    setBusy(null);
  }
  return (
    <>
      <LiveRegion message={due.length > 0 ? `Reminder: ${due.map(({ words }) => words).join(', ')}` : ''} />
      {due.length > 0 && (
        <section aria-labelledby="reminders" className={styles.section}>
          <Heading level={2} size="m" id="reminders" ref={title} tabIndex={-1}>
            Reminders
          </Heading>
          <FormProblem sentence={problem} />
          <ul className={styles.list}>
            {due.map((reminder) => (
              <li key={reminder.id} className={styles.request}>
                <b>{reminder.words}</b>
                {reminder.phone && (
                  <Anchor to={`tel:${reminder.phone}`} className={styles.phone}>
                    {formatPhone(reminder.phone)}
                  </Anchor>
                )}
                <span className={styles.since}>{formatInstant(reminder.due_at)}</span>
                <Button
                  variant="line"
                  small
                  busy={busy === reminder.id}
                  busyLabel="Saving"
                  onClick={() => void finish(reminder)}
                >
                  Done<VisuallyHidden>: {reminder.words}</VisuallyHidden>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

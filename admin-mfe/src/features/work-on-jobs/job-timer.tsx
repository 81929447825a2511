import { Button } from '@twostroke/shared/ui/button';
import { Meter } from '@twostroke/shared/ui/meter';
import { Stack } from '@twostroke/shared/ui/stack';
import { useEffect, useState } from 'react';
import { isAtWork } from '../../model/used-parts.ts';
import styles from './floor.module.css';
import type { LiveJob } from './use-marks.ts';
import { allowedMinutes, timerWords, workedMinutes } from './worked-minutes.ts';

/** How often the minutes are counted again, in milliseconds. */
const tickMs = 15_000;

/** How long the job takes, against the minutes that it may take: started and paused by hand. */
export function JobTimer({ job, enter }: LiveJob) {
  const { timers } = job;
  const runs = timers.some(({ stopped_at }) => stopped_at === null);
  const ownRuns = timers.some(({ own, stopped_at }) => own && stopped_at === null);
  const now = useNow(runs);
  const allowed = allowedMinutes(job);
  const worked = workedMinutes(timers, now);
  const canRun = isAtWork(job.status) && job.status !== 'ready';
  const others = timers.filter(({ own, stopped_at }) => !own && stopped_at === null).map(({ by }) => by);
  if (timers.length === 0 && !canRun) return null;
  const words = timerWords(worked, allowed);
  return (
    <Stack as="section" gap="s" aria-label="Time on this job">
      <p className={styles.pointHead}>
        <b>{words}</b>
        {others.length > 0 && <span className={styles.small}>{others.join(', ')} at work</span>}
      </p>
      <Meter label={`${worked} of ${allowed} minutes are worked`} value={worked} max={allowed} />
      {canRun && (
        <Button
          variant="line"
          wide
          onClick={() => enter(ownRuns ? 'Pause' : 'Start', { kind: 'timer', running: !ownRuns })}
        >
          {ownRuns ? 'Pause' : timers.some(({ own }) => own) ? 'Go on' : 'Start the timer'}
        </Button>
      )}
    </Stack>
  );
}

/** The time, which goes on while something runs. */
function useNow(runs: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    if (!runs) return undefined;
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}

import { formatInstant } from '@twostroke/shared/domain/calendar';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Note } from '@twostroke/shared/ui/note';
import { bikeOf, type BoardJob } from '../../model/board-job.ts';
import { useBoardDesk } from '../../parts/board-desk.ts';

/** Bikes for which wrong handover codes were typed, or that have left on one: someone may be taking a bike that is not theirs. */
export function CodeAlarms({ jobs }: { jobs: readonly BoardJob[] }) {
  const { hrefOf } = useBoardDesk();
  const alarmed = jobs.filter(({ code_alarm }) => code_alarm !== null);
  if (alarmed.length === 0) return null;
  return (
    <Note tone="stop" role="alert">
      {alarmed.map((job) => (
        <p key={job.id}>
          <b>Wrong handover code.</b> <Anchor to={hrefOf(job.id)}>{bikeOf(job)}</Anchor>: {alarmWords(job)}{' '}
          {job.phone ? (
            <>
              Call the customer: <Anchor to={`tel:${job.phone}`}>{formatPhone(job.phone)}</Anchor>.
            </>
          ) : (
            'Ask the desk to call the customer.'
          )}
        </p>
      ))}
    </Note>
  );
}

function alarmWords({ code_alarm }: BoardJob): string {
  const { tries = 0, at = null, by = null, left_at = null } = code_alarm ?? {};
  const who = by ? ` by ${by}` : '';
  if (left_at !== null) return `it left on a wrong code, ${formatInstant(left_at)}, handed over${who}.`;
  return `typed wrong ${tries} times${at ? `, last ${formatInstant(at)}` : ''}${who}. Keep the bike until it is clear.`;
}

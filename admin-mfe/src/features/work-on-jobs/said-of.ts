import { formatKm } from '@twostroke/shared/domain/figures';
import { answerWords, pointWords } from '../../model/findings.ts';
import { fuelLevels } from './fuel-levels.ts';
import type { JobMark, WorkshopJob } from './job.ts';

/** What a job says of the thing that a mark is about, in words: to compare what two people entered. */
export function saidOf(job: WorkshopJob, mark: JobMark): string {
  switch (mark.kind) {
    case 'point': {
      const point = job.inspection.find((each) => each.point === mark.point);
      if (!point) return nothing;
      const { state, value, unit, note } = point;
      return list(pointWords[state], value !== null && `${value} ${unit ?? ''}`.trim(), note);
    }
    case 'tick':
    case 'concern': {
      const line = job.checklist.find((each) => each.line === mark.line);
      if (!line?.done_at) return 'Open';
      if (line.answer) return list(answerWords[line.answer], line.answer_note);
      return line.not_needed ? `Not needed: ${line.not_needed}` : 'Done';
    }
    case 'check_in': {
      if (!job.check_in) return nothing;
      const { odometer_km, fuel, accessories, other_items, damage } = job.check_in;
      const left = fuel !== null && `fuel ${fuelLevels[fuel]}`;
      return list(odometer_km !== null && formatKm(odometer_km), left, ...accessories, other_items, damage);
    }
    case 'test_ride': {
      if (!job.test_ride) return nothing;
      const { ended_at, odometer_km, checks } = job.test_ride;
      if (!ended_at) return 'On the road';
      return list(odometer_km !== null && formatKm(odometer_km), ...checks);
    }
    default:
      return nothing;
  }
}

const nothing = 'Nothing';
const list = (...parts: readonly (string | false | null)[]): string => parts.filter(Boolean).join(', ') || nothing;

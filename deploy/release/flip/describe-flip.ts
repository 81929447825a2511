import type { HistoryEntry } from '../../site/record/history.ts';

/** One flip as a sentence, for the output of the command and for the history. */
export function describeFlip({ action, app, from, to, record, fault, reason }: HistoryEntry): string {
  switch (action) {
    case 'release':
    case 'start':
      return from ? `${app} ${to} is live, before it ${from}.` : `${app} ${to} is live.`;
    case 'canary':
      return `${app} ${to} is live for ${record.canary?.percent} % of the visitors, ${from} for the others.`;
    case 'canary-ended':
      return `The canary ${from} of ${app} has ended; ${to} is live for everyone.`;
    case 'auto-rollback':
      return `${reason ?? `The canary ${from} of ${app} was over its error budget.`} It has ended; ${to} is live for everyone.`;
    case 'promote':
      return `${app} ${to} is live for everyone, before it ${from}.`;
    case 'rollback':
      return `${app} ${to} is live again instead of ${from}.`;
    case 'disable':
      return `${app} is switched off: its pages say so and none of its files is fetched. Undo: npm run release -- enable ${app}`;
    case 'preview':
      return `${app} ${to} is open to testers; ${from} stays live for everyone.`;
    case 'preview-ended':
      return `The preview of ${app} ${to} has ended.`;
    case 'enable':
      return `${app} ${to} is switched on again.`;
    case 'not-seen':
      return `Flip ${record.sequence} (${app} ${to}) was not seen by visitors: ${fault}`;
  }
}

/** The flips, one a line. */
export function historyLines(history: HistoryEntry[]): string[] {
  return history.map((entry) => {
    const commit = entry.commit ? ` commit ${entry.commit},` : '';
    return `${entry.at}  ${describeFlip(entry)} (by ${entry.by},${commit} ${entry.seconds} s)`;
  });
}

import type { Logger } from '../../backend/logger.ts';
import { readLiveRecord, type LiveRecord } from '../../site/record/live-record.ts';

/**
 * Logs each flip that a running site takes over, whoever made it. The table audit_log has the versions too where the site
 * announces them, but not what was disabled, and not who did it.
 *
 * @returns a function to call after each flip
 */
export function createFlipLog(siteFolder: string, logger: Logger): () => void {
  let former = factsOf(readLiveRecord(siteFolder));
  return () => {
    const record = readLiveRecord(siteFolder);
    const facts = factsOf(record);
    const added = facts.filter((fact) => !former.includes(fact)).map((fact) => `+ ${fact}`);
    const removed = former.filter((fact) => !facts.includes(fact)).map((fact) => `- ${fact}`);
    former = facts;
    logger.warn('The site took over a flip.', {
      event: 'flip',
      subject: [...removed, ...added].join(', '),
      sequence: record?.sequence,
      by: record?.flippedBy,
    });
  };
}

function factsOf(record: LiveRecord | null): string[] {
  if (!record) return [];
  const { apps, canary, disabled, previews = [] } = record;
  return [
    ...Object.entries(apps).map(([app, version]) => `${app} ${version}`),
    ...(canary ? [`canary ${canary.app} ${canary.version} ${canary.percent} %`] : []),
    ...disabled.map((app) => `${app} disabled`),
    ...previews.map(({ app, version }) => `preview ${app} ${version}`),
  ];
}

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { silentLogger, type LogFields } from '../../backend/logger.ts';
import type { LiveRecord } from '../../site/record/live-record.ts';
import { makeSmallSite } from '../../site/testing/small-site.ts';
import { createFlipLog } from './log-flip.ts';

const site = makeSmallSite();
after(() => site.remove());

let sequence = 1;
function put(changes: Partial<LiveRecord>): void {
  sequence += 1;
  const record = { ...site.record, ...changes, sequence, flippedBy: 'asha' };
  writeFileSync(join(site.folder, 'live.json'), JSON.stringify(record));
}

test('each flip is one line: what was live and is not, what is, and who did it', () => {
  const lines: (LogFields | undefined)[] = [];
  put({});
  const noteFlip = createFlipLog(site.folder, { ...silentLogger, warn: (_, fields) => void lines.push(fields) });
  for (const changes of [
    { canary: { app: 'catalog', version: '2.0.0', percent: 30 } },
    { apps: { ...site.record.apps, catalog: '2.0.0' } },
    { apps: { ...site.record.apps, catalog: '2.0.0' }, disabled: ['catalog'] },
    {},
  ]) {
    put(changes);
    noteFlip();
  }
  assert.deepEqual(
    lines.map((fields) => [fields?.event, fields?.['subject'], fields?.['sequence'], fields?.['by']]),
    [
      ['flip', '+ canary catalog 2.0.0 30 %', 3, 'asha'],
      ['flip', '- catalog 1.0.0, - canary catalog 2.0.0 30 %, + catalog 2.0.0', 4, 'asha'],
      ['flip', '+ catalog disabled', 5, 'asha'],
      ['flip', '- catalog 2.0.0, - catalog disabled, + catalog 1.0.0', 6, 'asha'],
    ],
  );
});

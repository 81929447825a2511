import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { listApps } from '../../shared/tooling/list-apps.mjs';

const repository = join(import.meta.dirname, '../..');
/** Where sentences for customers and staff are written. */
const folders = [
  ...listApps(repository).map(({ workspace }) => `${workspace}/src`),
  ...['shared/ui', 'shared/domain', 'shared/api', 'deploy/supabase/seed', 'deploy/supabase/schemas'],
  ...['deploy/workers/messages', 'deploy/backend/auth'],
];
/** The texts by file; line breaks and indents are one space, so that a sentence is found wherever it wraps. */
const texts = folders
  .flatMap((folder) => textFiles(join(repository, folder)))
  .map((file) => ({ file: relative(repository, file), text: readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ') }));

/** Wordings that riders and service centres do not use, each with the usual one. */
const wordings: [wrong: RegExp, right: string][] = [
  [/(?:kilometres )?on the clock/i, 'Odometer (km)'],
  [/registration paper/i, 'RC'],
  [/pollution certificate/i, 'PUC'],
  [/'not met'|'nobody (?:was )?there'/i, 'No-show'],
  [/almost booked/i, 'Pay to confirm your booking'],
  [/ride in between/i, 'Come between 9 and 11 am'],
  [/fetch the bike between/i, 'Pickup between'],
  [/take it away'/i, 'Remove'],
  [/last look/i, 'Review and book'],
  [/who brings the bike|who are we coming to/i, 'Your details'],
  [/'service done'/i, 'Completed'],
  [/now and next/i, 'Upcoming'],
  [/time on the bike/i, 'Takes 1 h 45 min'],
  [/do it every/i, 'Due every 5,000 km'],
  [/tell it to nobody/i, 'Do not share it with anyone.'],
  [/['>] ?Asked every day/, 'FAQ: asked every day'],
  [/(?<!blog: )from the workshop bench/i, 'Bike care blog: from the workshop bench'],
  [/not yours to see/i, "You can't open this page"],
  [/call us, we find a way/i, "Call us and we'll find a way."],
  [/how did we do|how we did/i, 'Rate your service'],
  [
    /(?:worn|due), we call|without a call|call about extra|call and ask|have called/i,
    'We send you a link, you tap yes or no',
  ],
  [/whose reason/i, 'Who caused the change'],
];

for (const [wrong, right] of wordings)
  test(`'${right}' is written instead of ${String(wrong)}`, () => {
    const found = texts.filter(({ text }) => wrong.test(text)).map(({ file }) => file);
    assert.deepEqual(found, []);
  });

function textFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(?:tsx?|md|csv|json|sql)$/.test(entry.name) && !entry.name.includes('.test.'),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

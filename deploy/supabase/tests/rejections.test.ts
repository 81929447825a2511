import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rejectionData } from '@twostroke/shared/api/rejection-data';
import {
  rejectionsOfCoupon,
  rejectionsOfQuote,
  rejectionsOf,
  rejectionsOfTables,
} from '@twostroke/shared/api/rejections';
import { listApps } from '@twostroke/shared/tooling/list-apps.mjs';
import { schemaFiles } from '../schema-files.ts';

/* The database answers codes and data. The sentences are in the messages.ts of the apps. */

const files = schemaFiles();
/** Sentences for developers and programs that call functions that no app calls. */
const ofEveryCall = ['method_not_allowed', 'unknown_address'];
const listed = new Set<string>([
  ...Object.values(rejectionsOf).flat(),
  ...Object.values(rejectionsOfTables).flat(),
  ...rejectionsOfQuote,
  ...rejectionsOfCoupon,
  ...ofEveryCall,
]);

const found = (pattern: RegExp): string[] =>
  files.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));

test('every code that is raised is listed, and every listed code occurs', () => {
  const raised = found(/private\.reject(?:_until)?\(\s*(?:\d{3}, )?'([^']*)'/g);
  assert.ok(raised.length > 100);
  assert.deepEqual(
    raised.filter((code) => !listed.has(code)),
    [],
  );
  const quoted = new Set(found(/['"]([a-z0-9_]+)['"]/g));
  assert.deepEqual(
    [...listed].filter((code) => !quoted.has(code)),
    [],
  );
  assert.deepEqual(
    Object.keys(rejectionData).filter((code) => !listed.has(code)),
    [],
  );
});

test('callers get codes, never sentences', () => {
  const statements = files.flatMap(({ text }) => text.match(/\braise exception\b[^;]*;/gi) ?? []);
  const isAnswer = (statement: string): boolean => /\busing\b/i.test(statement);
  const texts = (of: string[]): string[] =>
    of.flatMap((statement) => [...statement.matchAll(/'((?:[^']|'')*)'/g)].map((match) => match[1] ?? ''));
  assert.deepEqual(
    texts(statements.filter(isAnswer)).filter((text) => !/^PT(\d{3})?$/.test(text) && !listed.has(text)),
    [],
  );
  assert.deepEqual(
    texts(statements.filter((statement) => !isAnswer(statement))).filter((text) => /^[A-Z]|[.!?]$/.test(text)),
    [],
  );
});

test('every function that can reject a call has sentences in at least one app', () => {
  const repository = join(import.meta.dirname, '../../..');
  const messages = listApps(repository)
    .map(({ workspace }) => join(repository, workspace, 'src/messages.ts'))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'));
  // Pages show their own panel for these; browser reports fail silently, no page sets a GSTIN later, and only the release
  // tool says what is live.
  const panels = [
    'get_booking',
    'get_invoice',
    'get_offer',
    'get_vouchers',
    'report_client_events',
    'request_report_token',
    'set_live_versions',
  ];
  const silent = Object.entries(rejectionsOf)
    .filter(([name, codes]) => codes.length > 0 && !messages.some((text) => text.includes(`'${name}'`)))
    .map(([name]) => name);
  assert.deepEqual(silent, panels);
});

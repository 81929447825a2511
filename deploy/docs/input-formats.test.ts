import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bookingFormMessages, parseModelYear, parseOdometer } from '@twostroke/shared/domain/booking-form';
import { parseEmail } from '@twostroke/shared/domain/email';
import { parseName } from '@twostroke/shared/domain/person-name';
import { parsePhone } from '@twostroke/shared/domain/phone';
import { parsePin } from '@twostroke/shared/domain/pin';
import { parseChassis, parseVehicleNumber } from '@twostroke/shared/domain/vehicle-number';

const page = readFileSync(join(import.meta.dirname, 'input-formats.md'), 'utf8');

/** What pages make of a typed field; null when they reject it. */
const parsers: Record<string, (typed: string) => string | number | null> = {
  phone: parsePhone,
  name: parseName,
  email: parseEmail,
  vehicle_number: parseVehicleNumber,
  chassis_last5: parseChassis,
  pin: parsePin,
  odometer_km: parseOdometer,
  model_year: parseModelYear,
};

/** The rows of the table under a heading, as cells. */
function rowsUnder(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  const lines = table.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => line.split('|').slice(1, -1));
}
/** The text of a cell of code, with its spaces. */
const codeIn = (cell = ''): string => /`(.*)`/.exec(cell)?.[1] ?? '';

test('each example is kept or rejected as the table says, and each parser has one of both', () => {
  const examples = rowsUnder('Examples').map(([field, typed, kept = '']) => ({
    field: codeIn(field),
    typed: codeIn(typed),
    kept: kept.trim() === 'rejected' ? null : codeIn(kept),
  }));
  for (const { field, typed, kept } of examples) {
    const parsed = parsers[field]?.(typed) ?? null;
    assert.equal(parsed === null ? null : String(parsed), kept, `${field} '${typed}'`);
  }
  for (const field of Object.keys(parsers))
    for (const isKept of [true, false])
      assert.ok(
        examples.some((example) => example.field === field && (example.kept !== null) === isKept),
        `${field}: no example is ${isKept ? 'kept' : 'rejected'}`,
      );
});

test('each field of the booking form is in the table', () => {
  const named = new Set(rowsUnder('Fields').map(([field]) => codeIn(field)));
  assert.deepEqual(
    Object.keys(bookingFormMessages).filter((field) => !named.has(field)),
    [],
  );
});

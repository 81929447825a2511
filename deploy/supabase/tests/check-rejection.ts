import assert from 'node:assert/strict';
import { rejectionData } from '@twostroke/shared/api/rejection-data';
import { rejectionsOfCoupon, rejectionsOfQuote, rejectionsOf } from '@twostroke/shared/api/rejections';
import { safeParse, type GenericSchema } from 'valibot';

const allowed: Readonly<Record<string, readonly string[]>> = rejectionsOf;
const schemas: Readonly<Record<string, GenericSchema>> = rejectionData;

interface Rejection {
  message: string;
  hint?: string | null | undefined;
  detail?: string | null | undefined;
}

/** Asserts that a rejection has a code that the function may answer, with the data that the apps expect. */
export function checkRejection(name: string, { message, hint, detail }: Rejection): void {
  assert.ok(hint && allowed[name]?.includes(hint), `${name} answers the code ${hint}, which rejectionsOf lacks`);
  assert.equal(message, hint);
  checkData(name, hint, detail ? JSON.parse(detail) : null);
}

/** The same for rejections within an answer: of a quote, its coupon, or a wrong code. */
export function checkAnswer(name: string, answer: unknown): void {
  if (name === 'quote') checkRefusals(name, answer as object);
  const { code, message, hint, details } = (answer ?? {}) as Record<string, string | undefined>;
  if (code?.startsWith('PT') && message) checkRejection(name, { message, hint, detail: details });
}

function checkRefusals(name: string, answer: object): void {
  const { refusals = [], coupon } = answer as {
    refusals?: { code: string; data: unknown }[];
    coupon?: { refusal: { code: string; data: unknown } | null } | null;
  };
  for (const { code, data } of refusals) checkReason(rejectionsOfQuote, code, data);
  if (coupon?.refusal) checkReason(rejectionsOfCoupon, coupon.refusal.code, coupon.refusal.data);

  function checkReason(codes: readonly string[], code: string, data: unknown): void {
    assert.ok(codes.includes(code), `${name} rejects with ${code}, which is not listed`);
    checkData(name, code, data);
  }
}

function checkData(name: string, code: string, data: unknown): void {
  const schema = schemas[code];
  if (!schema) return assert.equal(data, null, `${name} answers data with ${code}, which rejectionData lacks`);
  const { issues } = safeParse(schema, data);
  assert.equal(issues, undefined, `${name} answers ${code} with ${JSON.stringify(data)}: ${issues?.[0].message}`);
}

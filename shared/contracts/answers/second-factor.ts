import { boolean, number, object } from 'valibot';

/** The second factor of the caller. */
export const secondFactor = object({
  /** Has the role admin, whether it may be used in this session or not. */
  staff: boolean(),
  /** Every admin needs a second factor. */
  required: boolean(),
  enrolled: boolean(),
  /** It was verified in the session of this call. */
  verified: boolean(),
  codes_left: number(),
});

export const secondFactorRequired = object({ required: boolean() });

export const recoveryCodeUsed = object({ codes_left: number() });

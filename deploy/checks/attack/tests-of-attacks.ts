const backend = (...names: string[]) => names.map((name) => `deploy/backend/tests/${name}.test.ts`);
const database = (...names: string[]) => names.map((name) => `deploy/supabase/tests/${name}.test.ts`);

/** The attacks that are tests beside what they attack: `npm run attack` runs and counts them too. */
export const testsOfAttacks: [name: string, paths: string[]][] = [
  ['tests: tables and functions', [...backend('table-attacks', 'function-attacks'), ...database('access-matrix')]],
  ['tests: input', backend('input-attacks', 'odd-requests')],
  [
    'tests: tokens and sessions',
    backend('token-attacks', 'key-rotation', 'refresh-tokens', 'sessions', 'factors', 'recovery-codes'),
  ],
  ['tests: limits', backend('limit-evasions', 'call-limits', 'known-customers', 'known-devices', 'phone-codes')],
  [
    'tests: claims and codes',
    [...backend('claims', 'mail-links', 'handover'), ...database('handover', 'number-codes')],
  ],
  ['tests: races', database('concurrency')],
  ['tests: realtime', backend('realtime', 'realtime-limits', 'realtime-factors')],
  ['tests: sockets', backend('guarded-server')],
  ['tests: payments', ['payment-attacks', 'razorpay'].map((name) => `deploy/workers/tests/${name}.test.ts`)],
  [
    'tests: records',
    ['release-record', 'live-record', 'release-signature'].map((name) => `deploy/site/record/${name}.test.ts`),
  ],
  ['tests: reports', database('report-tokens')],
  ['tests: under attack', ['deploy/checks/attack/under-attack.test.ts']],
];

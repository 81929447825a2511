import type { AttackClass } from './attack-class.ts';
import { apiFeatures } from './classes/api-features.ts';
import { browserStates } from './classes/browser-states.ts';
import { contacts, jobsOfDuties } from './classes/contacts.ts';
import { forgedTokens } from './classes/forged-tokens.ts';
import { forgedWebhooks, handoverCodes } from './classes/money-and-codes.ts';
import { races } from './classes/races.ts';
import { realtime } from './classes/realtime.ts';
import { hostileRecords } from './classes/hostile-records.ts';
import { injectionsIntoQueries } from './classes/injections.ts';
import { readsAndWrites } from './classes/reads-and-writes.ts';
import { photos } from './classes/photos.ts';
import { paths } from './classes/paths.ts';
import { policies } from './classes/policies.ts';
import { rawHttp } from './classes/raw-http.ts';

/** The corpus, in the order of the table. */
export const allClasses: AttackClass[] = [
  readsAndWrites,
  contacts,
  jobsOfDuties,
  forgedTokens,
  apiFeatures,
  injectionsIntoQueries,
  races,
  forgedWebhooks,
  handoverCodes,
  realtime,
  photos,
  paths,
  rawHttp,
  policies,
  hostileRecords,
  browserStates,
];

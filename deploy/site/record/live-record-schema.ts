import * as v from 'valibot';

const APP_NAME = /^[a-z][a-z0-9_]*$/;
/** No slash and no two dots: a version is a folder's name. */
const VERSION = /^(?!.*\.\.)[0-9A-Za-z][0-9A-Za-z.+-]{0,79}$/;

/** Limits previews, because each has its own documents on the server. */
export const MAX_PREVIEWS = 5;

export const appName = (message: string) => v.pipe(v.string(message), v.regex(APP_NAME, message));
export const version = (message: string) => v.pipe(v.string(message), v.regex(VERSION, message));

const percentMessage = 'canary: percent must be a whole number from 1 to 99.';
const canaryPercent = v.pipe(
  v.number(percentMessage),
  v.integer(percentMessage),
  v.minValue(1, percentMessage),
  v.maxValue(99, percentMessage),
);

const canaryMessage = 'canary must name an app and a version.';
const canary = v.object(
  {
    app: appName(canaryMessage),
    version: version(canaryMessage),
    /** Share of the visitors, 1 to 99. */
    percent: canaryPercent,
  },
  canaryMessage,
);

const previewMessage = 'previews must list apps and versions.';
/** A version that is live only for testers who request it. */
const preview = v.object({ app: appName(previewMessage), version: version(previewMessage) }, previewMessage);

const sequenceMessage = 'sequence must be a whole number from 1 on.';
const disabledMessage = 'disabled must list names of remotes.';

export const liveRecordSchema = v.object(
  {
    schema: v.literal(2, 'schema must be 2.'),
    /** Counts flips, so that two teams who flip concurrently notice each other. */
    sequence: v.pipe(v.number(sequenceMessage), v.safeInteger(sequenceMessage), v.minValue(1, sequenceMessage)),
    /** Live version of each app. */
    apps: v.record(
      appName('apps: a name must be lower-case letters, digits and _.'),
      version("apps: the version of % can't be a folder's name."),
      'apps must name the version of each app.',
    ),
    /** A version that a share of the visitors gets instead. */
    canary: v.nullable(canary),
    /** Published versions that a tester may open the site with, one at a time; see preview.ts. Empty: none. */
    previews: v.optional(
      v.pipe(v.array(preview, previewMessage), v.maxLength(MAX_PREVIEWS, `previews: at most ${MAX_PREVIEWS}.`)),
    ),
    /** Disabled remotes: their pages say so, and no file of them is fetched. */
    disabled: v.array(v.pipe(appName(disabledMessage), v.notValue('shell', disabledMessage)), disabledMessage),
    /** ISO time and author of the last flip. */
    flippedAt: v.pipe(
      v.string('flippedAt must be a time.'),
      v.check((text) => !Number.isNaN(Date.parse(text)), 'flippedAt must be a time.'),
    ),
    flippedBy: v.string('flippedBy must be a name.'),
  },
  ({ expected }) => (expected === 'Object' ? 'A live record must be an object.' : `${expected} is missing.`),
);

/** What is live in a site folder (`live.json`): the one small file that a flip changes, last and by rename. */
export type LiveRecord = v.InferOutput<typeof liveRecordSchema>;
export type Canary = v.InferOutput<typeof canary>;
export type Preview = v.InferOutput<typeof preview>;

/** Validates a live record: one sentence per error, none when it is valid. Names and versions become paths. */
export function liveRecordErrors(candidate: unknown): string[] {
  if (Array.isArray(candidate)) return ['A live record must be an object.'];
  const { issues = [] } = v.safeParse(liveRecordSchema, candidate);
  // The key of a wrong value is not known to its schema.
  return [...new Set(issues.map(({ message, path }) => message.replace('%', String(path?.at(-1)?.key))))];
}

export const isCanaryPercent = (value: unknown): value is number => v.is(canaryPercent, value);

export const isVersion = (value: unknown): value is string => v.is(version(''), value);

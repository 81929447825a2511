/** What operators search the log for: each is one line with this name, also where it changes nothing. */
type ReleaseEvent = 'flip_refused' | 'preview_refused' | 'record_replaced' | 'canary_ended' | 'canary_unjudged';

/** The part of a site's log that releases write to; `npm start` passes its own in. */
export interface ReleaseLog {
  warn(sentence: string, fields: { event: ReleaseEvent; subject?: string; reason: string }): void;
}

/** For a person at a terminal. */
export const terminalLog: ReleaseLog = {
  warn: (sentence, { subject, reason }) => console.error([sentence, subject, reason].filter(Boolean).join(' ')),
};

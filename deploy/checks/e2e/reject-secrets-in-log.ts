import type { MailMessage, SmsMessage } from '../../backend/adapters/message-adapters.ts';

/**
 * Fails when the log of a site holds what its messages held: codes, values of links, whole numbers or addresses of
 * people, or any access token.
 * @throws Error with the line, and what it must not hold
 */
export function rejectSecretsInLog(log: string[], { sms, mails }: { sms: SmsMessage[]; mails: MailMessage[] }): void {
  const texts = [...sms, ...mails].map(({ text }) => text);
  const secrets = new Set([
    ...sms.map(({ to }) => to.replace('+91', '')),
    ...mails.map(({ to }) => to),
    ...texts.flatMap((text) => /\b\d{6}\b/.exec(text) ?? []),
    ...texts.flatMap((text) => [...text.matchAll(/https?:\/\/[^\s?#]+[?#]([^\s]+)/g)].map(([, value]) => value!)),
  ]);
  for (const line of log) {
    const found = [...secrets].find((secret) => line.includes(secret)) ?? /\beyJ[\w-]+\./.exec(line)?.[0];
    if (found) throw new Error(`The log holds ${found}: ${line}`);
  }
}

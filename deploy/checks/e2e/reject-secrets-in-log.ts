import type { MailMessage, SmsMessage } from '../../backend/adapters/message-adapters.ts';

/** What no line may hold, whoever it belongs to: access tokens, whole mobile numbers, whole mail addresses. */
const personal = [
  /\beyJ[\w-]+\./,
  /(?<![\w.])(?:\+?91[\s-]?)?[6-9]\d{4}[\s-]?\d{5}(?!\w)/,
  /[\w.+-]{2,}@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i,
];

/**
 * Fails when the log of a site holds what its messages held, such as codes and values of links, or any access token,
 * whole number or whole mail address.
 * @throws Error with the line, and what it must not hold
 */
export function rejectSecretsInLog(log: string[], { sms, mails }: { sms: SmsMessage[]; mails: MailMessage[] }): void {
  const texts = [...sms, ...mails].map(({ text }) => text);
  const secrets = new Set([
    ...texts.flatMap((text) => text.match(/\b\d{6}\b/g) ?? []),
    ...texts.flatMap((text) => [...text.matchAll(/https?:\/\/[^\s?#]+[?#]([^\s]+)/g)].map(([, value]) => value!)),
  ]);
  for (const line of log) {
    const found =
      [...secrets].find((secret) => line.includes(secret)) ??
      personal.map((pattern) => pattern.exec(line)?.[0]).find(Boolean);
    if (found) throw new Error(`The log holds ${found}: ${line}`);
  }
}

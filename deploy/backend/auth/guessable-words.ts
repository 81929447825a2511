import type { Sql } from 'postgres';

/**
 * Words that people who attack this shop try first. They are allowed in a password, but they do not count: see
 * deploy/backend/README.md, Passwords. The names of the shop, its brands and its models join them, and the mailbox and the
 * phone number of the account.
 */
const wordsOfTheTrade: readonly string[] = [
  'twostroke',
  ...['twowheeler', 'motorcycle', 'motorbike', 'scooter', 'bike', 'rider', 'engine', 'petrol'],
  ...['workshop', 'garage', 'mechanic', 'service', 'servicing', 'repair', 'booking', 'pickup'],
  ...['pune', 'maharashtra', 'india'],
];

/** A word of three letters is part of many others. */
const shortestWord = 4;

/** The words of a name, a mailbox or a number, each alone and all together: 'asha.patil' has three. */
export function wordsOf(text: string): string[] {
  const parts = text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u);
  return [...new Set([parts.join(''), ...parts])].filter((word) => word.length >= shortestWord);
}

/** The words of the person who chooses a password, which strangers know too. */
export function wordsOfAccount({ email, phone }: { email?: unknown; phone?: unknown }): string[] {
  const mailbox = typeof email === 'string' ? email.split('@')[0] : '';
  const number = typeof phone === 'string' ? phone.replace(/\D/g, '').slice(-10) : '';
  return [...wordsOf(mailbox ?? ''), ...wordsOf(number)];
}

/** How many letters and digits a password has besides the words; undefined when it has none of them. */
export function lengthWithout(words: readonly string[], password: string): number | undefined {
  const whole = password.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  // The longest first: 'enfield' would leave 'royal' of 'royalenfield'.
  const rest = [...words].sort((a, b) => b.length - a.length).reduce((text, word) => text.replaceAll(word, ''), whole);
  return rest === whole ? undefined : [...rest].length;
}

/** The words of the trade, and those in the names of the shop, its brands and its models. */
export async function readWordsOfShop(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from public.shop union select name from public.brands union select name from public.models`;
  return [...new Set([...wordsOfTheTrade, ...rows.flatMap(({ name }) => wordsOf(name))])];
}

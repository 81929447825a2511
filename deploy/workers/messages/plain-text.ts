/** Without word joiners, and with plain spaces for no-break ones: one character outside the SMS alphabet more than halves what fits into a message. */
export function plain(text: string): string {
  return text.replace(/\u2060/g, '').replace(/\u00a0/g, ' ');
}

/** Two parts of an SMS in its own alphabet. */
export const smsLength = 306;

/** What the alphabet of SMS (GSM 7 bit) has not. */
const outside = /[^\n\r@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]/gu;

const spelled: Readonly<Record<string, string>> = {
  ...{ '₹': 'Rs ', '–': '-', '—': '-', '‘': "'", '’': "'", '“': '"', '”': '"', '…': '...', '×': 'x', '•': '-' },
};

/** A text in the alphabet of SMS: money in Rs, straight quotes and short dashes; letters lose what it has not. */
export function smsText(text: string): string {
  const words = plain(text).replace(/[₹–—‘’“”…×•]/g, (sign) => spelled[sign] ?? sign);
  return words.replace(outside, (sign) => sign.normalize('NFKD').replace(outside, '') || '?');
}

/** How many characters of an SMS a text takes: some count twice. */
export function smsSize(text: string): number {
  return text.length + (text.match(/[\^{}\\[\]~|€]/g)?.length ?? 0);
}

/** A sentence of an SMS; `spare`: it may be left out, the highest first. */
export interface SmsSentence {
  words: string;
  spare?: number;
}

/** A text of two SMS at most: while it is longer, sentences that are spare go. */
export function fitSms(sentences: readonly SmsSentence[]): string {
  const kept = [...sentences];
  for (;;) {
    const text = smsText(kept.map(({ words }) => words).join(' '));
    const most = Math.max(...kept.map(({ spare = 0 }) => spare));
    if (smsSize(text) <= smsLength || most === 0) return text;
    kept.splice(
      kept.findIndex(({ spare }) => spare === most),
      1,
    );
  }
}

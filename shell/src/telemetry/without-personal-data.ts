/** Longest message that is reported. */
const LONGEST = 300;

/**
 * A message on one line without queries, fragments, mails, tokens, number plates and long digit sequences. The database
 * removes the same again (`private.remove_personal_data`); removing it here keeps it from being sent at all.
 */
export function withoutPersonalData(text: string): string {
  return (
    text
      .slice(0, 2000)
      // oxlint-disable-next-line no-control-regex -- they would break the line
      .replace(/[\s\u0000-\u001f]+/g, ' ')
      .replace(/([^ ?#"'()]*\/[^ ?#"'()]*)[?#][^ "'()]*/g, '$1')
      .replace(/\?[^ =?]+=[^ ]*/g, '')
      .replace(/[^ @<>"'(),;:]+@[^ @<>"'(),;:]+\.[A-Za-z]{2,}/g, '[mail]')
      .replace(/(?=[A-Za-z_-]*\d)[\w-]{20,}/g, '[token]')
      .replace(/\b[A-Za-z]{2}[ -]?\d{1,2}[ -]?[A-Za-z]{1,3}[ -]?\d{4}\b/g, '[number]')
      .replace(/\+?\d(?:[ .()-]{0,2}\d){6,}/g, '[number]')
      .slice(0, LONGEST)
      .trim()
  );
}

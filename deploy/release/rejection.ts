/** Why a command of the release tool changes nothing: sentences for the operator, each with what to do. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  readonly sentences: string[];

  constructor(...sentences: string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

/** What a command prints about a failure. */
export function sentencesOf(failure: unknown): string[] {
  if (failure instanceof Rejection) return failure.sentences;
  return [failure instanceof Error ? failure.message : String(failure)];
}

/** Why a command of the release tool changes nothing: sentences for the person at the keyboard, each with what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly sentences: string[];

  constructor(...sentences: string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

/** What a command says of a failure. */
export function sentencesOf(failure: unknown): string[] {
  if (failure instanceof Refusal) return failure.sentences;
  return [failure instanceof Error ? failure.message : String(failure)];
}

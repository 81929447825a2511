/** Why a command of the release tool changes nothing: sentences for the person at the keyboard, each with what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly sentences: string[];

  constructor(...sentences: string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

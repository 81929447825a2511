/** The documents were not made live, because a newer flip needs others. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';
}

/** Words that callers and mechanics use, in the singular, by what our texts call it. */
const spoken: Readonly<Record<string, string>> = {
  noise: 'brake chain',
  squeal: 'brake',
  stop: 'brake',
  servicing: 'service',
  washing: 'wash',
  start: 'electrical battery',
  starting: 'electrical battery',
  puncture: 'tyre',
  pickup: 'clutch engine',
  variator: 'cvt',
  roller: 'cvt',
};

interface NamedWork {
  name: string;
  summary?: string;
}

/** What fits the words that were typed, the best first; nothing when no word fits. */
export function matchWork<Work extends NamedWork>(works: readonly Work[], typed: string): Work[] {
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)
    // "pads" fits Brake Pad.
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
    .flatMap((word) => [word, ...(spoken[word]?.split(' ') ?? [])]);
  return works
    .map((work, index) => ({ work, index, score: scoreOf(work, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ work }) => work);
}

/** A word in the name counts more than one in the summary, the first words more than later ones. */
function scoreOf(work: NamedWork, words: readonly string[]): number {
  const name = work.name.toLowerCase();
  const summary = work.summary?.toLowerCase() ?? '';
  return words.reduce((sum, word, at) => {
    const weight = 1 / (1 + at / 10);
    return sum + (name.includes(word) ? 3 * weight : 0) + (summary.includes(word) ? weight : 0);
  }, 0);
}

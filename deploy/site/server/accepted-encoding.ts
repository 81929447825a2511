/** Encodings that the site sends, the smallest first. `identity`: as it is. */
const encodings = ['br', 'gzip', 'identity'] as const;

export type Encoding = (typeof encodings)[number];

/** What the latest headers accept: browsers send only a few different ones. */
const known = new Map<string, readonly Encoding[]>();
const MOST_KNOWN = 100;

/**
 * The encodings that a client accepts by its Accept-Encoding, the one it likes best first; of several liked equally the
 * smallest first (RFC 9110, 12.5.3). A client that names none gets the plain body, and so does one that rejects all.
 */
export function acceptedEncodings(header = ''): readonly Encoding[] {
  const accepted = known.get(header) ?? readEncodings(header);
  if (known.size >= MOST_KNOWN) known.clear();
  if (header.length <= 100) known.set(header, accepted);
  return accepted;
}

/**
 * Whether a client reads Zstandard, alone or with a dictionary. Browsers name the second only when they have a dictionary
 * for the file; those that keep dictionaries name the first, over https.
 */
export function acceptsZstandard(header = '', name: 'zstd' | 'dcz' = 'zstd'): boolean {
  return header.includes(name) && (weightsOf(header).get(name) ?? 0) > 0;
}

function readEncodings(header: string): Encoding[] {
  const weights = weightsOf(header);
  // A coding that is not named has the weight of `*`. The plain body is accepted then too, after all others.
  const weightOf = (encoding: Encoding): number =>
    weights.get(encoding) ?? (encoding === 'identity' ? 0 : weights.get('*')) ?? 0;
  const accepted = encodings.filter((encoding) => weightOf(encoding) > 0).sort((a, b) => weightOf(b) - weightOf(a));
  return accepted.includes('identity') ? accepted : [...accepted, 'identity'];
}

function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';');
    const quality = parameters.map((text) => /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/.exec(text)?.[1]).find(Boolean);
    // A weight that can't be read counts as none: better the plain body than one that the client can't read.
    const weight = parameters.length === 0 ? 1 : Math.min(1, Number(quality ?? 0));
    if (name.trim()) weights.set(name.trim().replace(/^x-gzip$/, 'gzip'), weight);
  }
  return weights;
}

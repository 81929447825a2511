import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(__dirname, 'tokens.css'), 'utf8');
const dark = css.indexOf('@media screen and (prefers-color-scheme: dark)');
const chosenDark = css.indexOf(":root[data-theme='dark']");

type Colours = ReadonlyMap<string, string>;

function coloursIn(block: string): [name: string, hex: string][] {
  return [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/gi)].map(([, name = '', hex = '']) => [name, hex]);
}

const light: Colours = new Map(coloursIn(css.slice(css.indexOf(':root {'), dark)));
const night: Colours = new Map([...light, ...coloursIn(css.slice(chosenDark))]);

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(colours: Colours, front: string, ground: string): number {
  const [a, b] = [front, ground].map((name) => {
    const hex = colours.get(name);
    if (!hex) throw new Error(`no colour --${name} in tokens.css`);
    return luminance(hex);
  }) as [number, number];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const tints = ['enamel-tint', 'warn-tint', 'stamp-tint', 'ok-tint'];
/** Text colours, each with the backgrounds it is used on. */
const words: Record<string, string[]> = {
  ink: ['wall', 'card', 'recess', ...tints],
  'ink-2': ['wall', 'card', 'recess', ...tints],
  'ink-3': ['wall', 'card', 'recess'],
  link: ['wall', 'card', 'recess', 'enamel-tint', 'warn-tint'],
  stamp: ['stamp-tint', 'card', 'wall'],
  ok: ['ok-tint', 'card', 'wall'],
  warn: ['warn-tint', 'card', 'wall'],
  'on-enamel': ['enamel', 'enamel-deep', 'enamel-dado', 'oxide', 'oxide-deep'],
  'on-enamel-2': ['enamel', 'enamel-deep', 'enamel-dado'],
  plate: ['enamel', 'enamel-deep', 'toast'],
  'oxide-text': ['wall'],
  card: ['link'],
  wall: ['ink'],
  'on-plate': ['plate', 'plate-press'],
  'on-reg-plate': ['reg-plate'],
  'reg-plate': ['reg-strip'],
  'reg-hint': ['reg-plate'],
  'on-toast': ['toast'],
  'on-toast-2': ['toast'],
};
/** Colours of outlines, marks and drawings, each with its backgrounds. */
const shapes: Record<string, string[]> = {
  'line-strong': ['card', 'wall'],
  'focus-outer': ['wall', 'card'],
  edge: ['wall', 'card'],
  oxide: ['wall'],
  link: ['card'],
};

describe.each([
  ['light', light],
  ['dark', night],
])('the %s theme', (_, colours) => {
  const pairs = (table: Record<string, string[]>) =>
    Object.entries(table).flatMap(([front, grounds]) => grounds.map((ground) => [front, ground] as const));

  test.each(pairs(words))('%s is readable on %s', (front, ground) => {
    expect(contrast(colours, front, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(shapes))('%s stands out on %s', (front, ground) => {
    expect(contrast(colours, front, ground)).toBeGreaterThanOrEqual(3);
  });
});

test('the system setting and the chosen dark theme are the same', () => {
  expect(coloursIn(css.slice(dark, chosenDark))).toEqual(coloursIn(css.slice(chosenDark)));
});

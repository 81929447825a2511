import { addons } from '../../testing/catalog-rows.ts';
import { firstAddons, sentenceOfIncluded, splitAddons } from './included-addons.ts';

test('does not offer what the package includes', () => {
  const { offered, included } = splitAddons(addons, 'general-service');
  expect(offered.map(({ addon_slug }) => addon_slug)).toEqual(['oil-filter', 'extended-warranty']);
  expect(included.map(({ addon_slug }) => addon_slug)).toEqual(['chain-lube', 'foam-wash']);
});

test.each([
  [['Chain clean & lube'], "Chain clean & lube is already in this service, so we don't offer it here."],
  [
    ['Chain clean & lube', 'Foam wash'],
    "Chain clean & lube and foam wash are already in this service, so we don't offer them here.",
  ],
  [
    ['Air filter replacement', 'Spark plug replacement', 'Foam wash'],
    "Air filter replacement, spark plug replacement and foam wash are already in this service, so we don't offer them here.",
  ],
])('names %j in one sentence', (names, sentence) => {
  expect(sentenceOfIncluded(names.map((name) => ({ name })))).toBe(sentence);
});

test('the warranty, what the job card leaves out and what is in the cart come first', () => {
  const others = ['a', 'b', 'c', 'd', 'e'].map((slug) => ({ ...addons[0]!, addon_slug: slug, included_in: [] }));
  const offered = [...others, ...addons];
  const chosen = offered.filter(({ addon_slug }) => addon_slug === 'e');
  const first = firstAddons(offered, chosen, new Set(['oil-filter']));
  expect(first.map(({ addon_slug }) => addon_slug)).toEqual(['a', 'e', 'oil-filter', 'extended-warranty']);
});

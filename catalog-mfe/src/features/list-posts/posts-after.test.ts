import { postsAfter, type PostLine } from './load-posts.ts';

const posts = ['a', 'b', 'c', 'd'].map((slug): PostLine => ({
  slug,
  title: slug,
  lead: '',
  author: '',
  readingMinutes: 5,
  updatedDate: '2026-01-01',
}));
const slugsAfter = (slug: string): string[] => postsAfter(slug, posts, 2).map((post) => post.slug);

test('names the next two articles and wraps around at the end', () => {
  expect(slugsAfter('a')).toEqual(['b', 'c']);
  expect(slugsAfter('c')).toEqual(['d', 'a']);
  expect(slugsAfter('d')).toEqual(['a', 'b']);
});

import { manifestErrors } from './manifest-errors.ts';

const home = { page: 'home', path: '/', access: 'public', prerender: 'static' };
const bike = {
  page: 'bike',
  path: '/bikes/:brandSlug/:modelSlug',
  access: 'public',
  prerender: { rows: 'models?select=brandSlug:brand_slug,modelSlug:slug' },
};
const right = {
  contract: 1,
  name: 'catalog',
  routes: [home, bike],
  slots: [{ name: 'cart-drawer', access: 'public' }],
};
const withRoute = (part: object) => ({ ...right, routes: [{ ...home, ...part }] });

test('a valid manifest has no errors', () => {
  expect(manifestErrors(right)).toEqual([]);
});

test('a page may place slots, and a remote may fill a slot that no page places yet', () => {
  const places = [{ slot: 'customer-booking', fragment: 'manage' }, { slot: 'loyalty-points' }];
  const slots = [{ name: 'loyalty-points', access: 'user' }];
  expect(manifestErrors({ ...withRoute({ places }), slots })).toEqual([]);
});

test.each<[string, unknown, string[]]>([
  ['nothing', null, ['The manifest must be an object.']],
  ['text', 'catalog', ['The manifest must be an object.']],
  ['another contract', { ...right, contract: 2 }, ['contract must be 1.']],
  ['a name with capitals', { ...right, name: 'Catalog' }, ['name must be lower-case letters, digits and _.']],
  ['no routes', { ...right, routes: undefined }, ['routes must be a list.']],
  ['no slots', { ...right, slots: {} }, ['slots must be a list.']],
  ['a relative path', withRoute({ path: 'bikes' }), ['route bikes: path must start with / and use :parameters.']],
  ['a splat', withRoute({ path: '/*' }), ['route /*: path must start with / and use :parameters.']],
  ['no page', withRoute({ page: '' }), ['route /: page must name a page of the module.']],
  ['an unknown access', withRoute({ access: 'root' }), ['route /: access must be public, user or admin.']],
  [
    'an access level inside a list',
    withRoute({ access: ['admin'] }),
    ['route /: access must be public, user or admin.'],
  ],
  [
    'an unknown prerender',
    withRoute({ prerender: 'sometimes' }),
    ['route /: prerender must be static, never, { rows } or { values }.'],
  ],
  [
    'an empty list of values',
    withRoute({ prerender: { values: [] } }),
    ['route /: prerender must be static, never, { rows } or { values }.'],
  ],
  [
    'a static path with parameters',
    withRoute({ path: '/blog/:slug' }),
    ['route /blog/:slug: a path with parameters needs prerender { rows } or { values }.'],
  ],
  ['a path listed twice', { ...right, routes: [home, { ...home, page: 'start' }] }, ['route /: listed twice.']],
  [
    'a page with two paths',
    { ...right, routes: [home, { ...home, path: '/home' }] },
    ['route /home: page home has another path already.'],
  ],
  [
    'a slot with capitals',
    { ...right, slots: [{ name: 'Banner', access: 'public' }] },
    ['slot Banner: name must be lower-case words joined by -.'],
  ],
  ['an unknown frame', withRoute({ frame: 'none' }), ['route /: frame must be task or tool, or be left out.']],
  [
    'a placed slot without a name',
    withRoute({ places: [{ fragment: 'manage' }] }),
    ['route /: places must list { slot } or { slot, fragment }.'],
  ],
  [
    'a fragment with its sign',
    withRoute({ places: [{ slot: 'customer-booking', fragment: '#manage' }] }),
    ['route /: places must list { slot } or { slot, fragment }.'],
  ],
  [
    'a slot without access',
    { ...right, slots: [{ name: 'cart-drawer' }] },
    ['slot cart-drawer: access must be public, user or admin.'],
  ],
])('%s is named in a sentence', (_, manifest, errors) => {
  expect(manifestErrors(manifest)).toEqual(errors);
});

test('all errors are listed at once', () => {
  expect(manifestErrors({ contract: 0, name: 7, routes: [null], slots: [null] })).toEqual([
    'contract must be 1.',
    'name must be lower-case letters, digits and _.',
    'route undefined: path must start with / and use :parameters.',
    'route undefined: page must name a page of the module.',
    'route undefined: access must be public, user or admin.',
    'route undefined: prerender must be static, never, { rows } or { values }.',
    'slot undefined: name must be lower-case words joined by -.',
    'slot undefined: access must be public, user or admin.',
  ]);
});

test('values that cannot even be printed are errors, not crashes', () => {
  const unprintable: unknown = JSON.parse('{"toString":1,"valueOf":1}');
  const route = { page: unprintable, path: unprintable, access: unprintable, prerender: unprintable };
  expect(
    manifestErrors({ ...right, routes: [route], slots: [{ name: unprintable, access: unprintable }] }),
  ).toHaveLength(6);
});

import { runModule } from './run-module.ts';

function called(expression: string): unknown {
  return runModule(`
    import { codeOf, localNames, shortClassNames } from './short-class-names.mjs';
    console.log(JSON.stringify(${expression}));
  `);
}

test('a code is as short as possible, and no two are the same', () => {
  expect(called('[0, 25, 26, 51, 52, 53, 52 + 52 * 52].map(codeOf)')).toEqual(['a', 'z', 'A', 'Z', 'aa', 'ab', 'aaa']);
  expect(called('new Set(Array.from({ length: 5000 }, (_, at) => codeOf(at))).size')).toBe(5000);
});

test('the names of a sheet are its classes and animations, not its numbers', () => {
  const sheet =
    '.plate:has(.top-bar, .isOpen) { inset: 0 .5rem; animation: turn 1.5s }\n@keyframes turn { to { rotate: 1turn } }';
  expect(called(`localNames(${JSON.stringify(sheet)})`)).toEqual(['plate', 'top-bar', 'isOpen', 'turn']);
});

test('each file has a code of its own, in every place of the output', () => {
  const names = called(`(() => {
    const { rules, plugin } = shortClassNames({ root: '../../catalog-mfe', name: 'catalog' });
    const [{ generator }] = rules;
    const long = generator.localIdentName.replace('[local]', 'figure');
    return [new Set(rules.map(({ generator }) => generator.localIdentName)).size === rules.length, long,
      plugin.shorten('.' + [...plugin.short.keys()][0] + ' > b {}', 'a.css'),
      plugin.shorten('catalog_a_word', 'a.js')];
  })()`);
  expect(names).toEqual([true, 'catalog_a_figure', '.catalog-a-a > b {}', 'catalog_a_word']);
});

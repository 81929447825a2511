import { runModule } from './run-module.ts';

function layered(sheet: string): unknown {
  return runModule(`
    import layer from './page-layer-loader.mjs';
    console.log(JSON.stringify(layer(${JSON.stringify(sheet)})));
  `);
}

test("a remote's own styles are in the layer above the design system", () => {
  expect(layered('.a {}')).toBe('@layer page {\n.a {}\n}\n');
});

test('a sheet that is part of the design system stays in its layer, below the page that uses it', () => {
  const sheet = '@layer ground, ui;\n@layer ui {\n  .a {}\n}\n';
  expect(layered(sheet)).toBe(sheet);
});

import { runModule } from '../run-module.ts';

test('unused components can be dropped, whatever their names', () => {
  const source = [
    'var Link = React10.forwardRef(',
    '  function LinkWithRef() {}',
    ');',
    'Link.displayName = "Link";',
    'var Context = React.createContext(null);',
    '    FetcherForm.displayName = "fetcher.Form";',
  ].join('\n');
  const marked = runModule(`
    import markPureCalls from './bundle-diet/pure-calls-loader.mjs';
    console.log(JSON.stringify(markPureCalls(${JSON.stringify(source)})));
  `);
  expect(marked).toBe(
    [
      'var Link = /* @__PURE__ */ React10.forwardRef(',
      '  function LinkWithRef() {}',
      ');',
      '',
      'var Context = /* @__PURE__ */ React.createContext(null);',
      '    FetcherForm.displayName = "fetcher.Form";',
    ].join('\n'),
  );
});

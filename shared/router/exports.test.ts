import * as router from './index.ts';

test('exports nothing that needs the stripped parts of React Router', () => {
  const needing =
    /^(Form|use(Submit|Fetchers?|ActionData|FormAction|Blocker|Prompt|BeforeUnload|ViewTransitionState)|unstable_.*)$/;
  expect(Object.keys(router).length).toBeGreaterThan(10);
  expect(Object.keys(router).filter((name) => needing.test(name))).toEqual([]);
});

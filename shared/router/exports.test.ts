import * as router from './index.ts';

test('nothing is exported that needs what is left out of React Router', () => {
  const needing =
    /^(Form|use(Submit|Fetchers?|ActionData|FormAction|Blocker|Prompt|BeforeUnload|ViewTransitionState)|unstable_.*)$/;
  expect(Object.keys(router).length).toBeGreaterThan(10);
  expect(Object.keys(router).filter((name) => needing.test(name))).toEqual([]);
});

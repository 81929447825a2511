import { compileFunction, createContext } from 'node:vm';

const source = `let count = 0;
exports.next = () => ++count;
exports.fail = () => { throw new Error('on line three') };
exports.array = [];`;

interface Module {
  next: () => number;
  fail: () => void;
  array: unknown[];
}

function run(text = source): Module {
  const exported = {} as Module;
  compileFunction(text, ['exports'], { filename: '/compiled-once.js', parsingContext: createContext() })(exported);
  return exported;
}

test('a module that is compiled once runs again, in the window of each file of tests', () => {
  const [first, second] = [run(), run()];
  expect([first.next(), first.next(), second.next()]).toEqual([1, 2, 1]);
  expect(Object.getPrototypeOf(first.array)).not.toBe(Object.getPrototypeOf(second.array));
});

test('an error names the line of the source', () => {
  const { fail } = run();
  expect(fail).toThrow(expect.objectContaining({ stack: expect.stringContaining('/compiled-once.js:3:') as string }));
});

test('a changed source is compiled again', () => {
  expect(run(source.replace('++count', '40 + ++count')).next()).toBe(41);
  expect(run().next()).toBe(1);
});

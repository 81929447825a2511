import { runModule } from '../run-module.ts';

function leaveOut(source: string, leftOut: Record<string, string | null>): unknown {
  return runModule(`
    import { leaveOut } from './bundle-diet/leave-out.mjs';
    try {
      console.log(JSON.stringify(leaveOut(${JSON.stringify(source)}, ${JSON.stringify(leftOut)}, 'A library')));
    } catch (thrown) {
      console.log(JSON.stringify(thrown.message));
    }
  `);
}

test('functions, arrow functions and methods get another body', () => {
  const source = 'function a(x) { return x; }\nconst b = (y) => y + 1;\nvar C = class { d() { e(); } };';
  expect(leaveOut(source, { a: '', b: 'return 2;', 'C.d': 'f();' })).toBe(
    'function a(x) {  }\nconst b = (y) => { return 2; };\nvar C = class { d() { f(); } };',
  );
});

test('assigned properties disappear, or get another body', () => {
  const source = 'exports.a = b;\nR.prototype.c = function () { d(); };\nexports.e = function () {};';
  expect(leaveOut(source, { 'exports.a': null, 'R.prototype.c': 'f();' })).toBe(
    '\nR.prototype.c = function () { f(); };\nexports.e = function () {};',
  );
});

test('a name that is missing is reported', () => {
  expect(leaveOut('function a() {}', { a: '', 'B.c': '' })).toBe('A library has no B.c any more: see left-out.mjs');
});

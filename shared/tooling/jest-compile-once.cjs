const v8 = require('node:v8');
const vm = require('node:vm');

// Optimizing a function costs more than it saves in a suite, where each file of tests runs the same functions for some
// seconds: V8 compiles each function without optimizing it, and optimizes only what runs far more than by default.
v8.setFlagsFromString('--always-sparkplug');
v8.setFlagsFromString('--interrupt-budget=2000000');

/*
 * Jest compiles each module again for each file of tests, the megabyte of react-dom too. V8 keeps the compiled functions
 * with their script, and a script runs in the window of each file. Modules still run again for each file.
 */
const kept = new Map();

vm.compileFunction = function compileOnce(source, parameters, { filename, parsingContext, importModuleDynamically }) {
  const text = `(function (${parameters.join(', ')}) {\n${source}\n})`;
  const known = kept.get(filename);
  const entry = known?.text === text ? known : { text, script: null, importModuleDynamically };
  // import() is answered by the file of tests that runs now.
  entry.importModuleDynamically = importModuleDynamically;
  entry.script ??= new vm.Script(text, {
    filename,
    lineOffset: -1, // errors name the lines of the source
    importModuleDynamically: (...parts) => entry.importModuleDynamically(...parts),
  });
  kept.set(filename, entry);
  return entry.script.runInContext(parsingContext);
};

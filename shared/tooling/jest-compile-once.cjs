const vm = require('node:vm');

/*
 * Jest compiles each module anew for each file of tests, the megabyte of react-dom too: a tenth of the time of a suite of
 * small files. V8 can keep what it has read of a source. Modules still run anew for each file.
 */
const { compileFunction } = vm;
const kept = new Map();

vm.compileFunction = function compileOnce(source, parameters, options = {}) {
  const known = kept.get(options.filename);
  if (known?.source === source)
    return compileFunction(source, parameters, { ...options, cachedData: known.cachedData });
  const compiled = compileFunction(source, parameters, { ...options, produceCachedData: true });
  kept.set(options.filename, { source, cachedData: compiled.cachedData });
  return compiled;
};

'use strict';
const hooks = require('node:async_hooks');

/*
 * Node's test runner asks async_hooks to follow each promise, so that it can tell to which test an error belongs that
 * no test awaits. That takes a quarter of the processor time of tests with many requests. With this file, which
 * `npm test` loads before a test file, it follows tests and suites alone: such an error still fails the process
 * of the file, which the runner then names in the place of the test. Without `npm test` each error names its test.
 */
const { AsyncResource, createHook } = hooks;
let follow;

/** The runner's Test extends it: what is called within a test without an await finds the test. */
class FollowedResource extends AsyncResource {
  constructor(type, options) {
    super(type, options);
    follow?.(this.asyncId(), type, this.triggerAsyncId(), this);
  }
}

function followTestsAlone({ init }) {
  const hook = {
    enable: () => ((follow = init), hook),
    disable: () => ((follow = undefined), hook),
  };
  return hook;
}

// Only the runner's own modules see the replacements: they take what they need when they are loaded.
Object.assign(hooks, { AsyncResource: FollowedResource, createHook: followTestsAlone });
require('node:test');
Object.assign(hooks, { AsyncResource, createHook });

const Jsdom = require('jest-environment-jsdom').default;
const Node = require('jest-environment-node').default;
require('./jest-compile-once.cjs');
const { cheapComputedStyle } = require('./jest-computed-style.cjs');

/**
 * Components get a document. A file without JSX gets none, which saves half a second each; where it needs one, it says
 * `@jest-environment jsdom` on top.
 */
module.exports = class {
  constructor(config, context) {
    if (!context.testPath.endsWith('.tsx')) return new Node(config, context);
    const environment = new Jsdom(config, context);
    environment.global.getComputedStyle = cheapComputedStyle(environment.global);
    return environment;
  }
};

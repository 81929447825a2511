const Jsdom = require('jest-environment-jsdom').default;
const Node = require('jest-environment-node').default;

/**
 * Components get a document. A file without JSX gets none, which saves half a second each; where it needs one, it says
 * `@jest-environment jsdom` on top.
 */
module.exports = class {
  constructor(config, context) {
    return new (context.testPath.endsWith('.tsx') ? Jsdom : Node)(config, context);
  }
};

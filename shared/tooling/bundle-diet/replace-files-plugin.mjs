/** Makes the bundler use other files than the ones a package refers to. */
export class ReplaceFilesPlugin {
  /** @param {Record<string, string>} replacements absolute file -> the absolute file to use instead */
  constructor(replacements) {
    this.replacements = replacements;
  }

  apply(compiler) {
    // After EsmRuntimePlugin, whose choices these may override.
    compiler.hooks.afterPlugins.tap({ name: 'ReplaceFilesPlugin', stage: 1001 }, () => {
      compiler.options.resolve.alias = { ...compiler.options.resolve.alias, ...this.replacements };
    });
  }
}

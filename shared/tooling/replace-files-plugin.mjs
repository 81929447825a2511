/** Makes the bundler take other files than the ones a package refers to. */
export class ReplaceFilesPlugin {
  /** @param {Record<string, string>} replacements absolute file -> the absolute file to take in its place */
  constructor(replacements) {
    this.replacements = replacements;
  }

  apply(compiler) {
    // After EsmRuntimePlugin, whose choices these may overrule.
    compiler.hooks.afterPlugins.tap({ name: 'ReplaceFilesPlugin', stage: 1001 }, () => {
      compiler.options.resolve.alias = { ...compiler.options.resolve.alias, ...this.replacements };
    });
  }
}

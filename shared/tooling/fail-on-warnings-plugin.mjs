/** Makes every warning of a build an error: the bundler only warns of a missing module that is imported inside `try`. */
export class FailOnWarningsPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('FailOnWarningsPlugin', (compilation) => {
      compilation.hooks.afterSeal.tap('FailOnWarningsPlugin', () => {
        for (const { message } of compilation.warnings) compilation.errors.push(new Error(message));
      });
    });
  }
}

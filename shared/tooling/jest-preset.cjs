/**
 * Jest for every app: jsdom for components, TypeScript by SWC (types are checked by tsc), CSS Modules as their class names, and a
 * test fails when something logs an error it did not expect.
 * @param {string} rootDir folder of the app's jest.config.cjs
 */
exports.jestPreset = (rootDir) => ({
  rootDir,
  testEnvironment: require.resolve('./jest-environment.cjs'),
  testMatch: ['<rootDir>/**/*.test.ts', '<rootDir>/**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  transform: {
    '^.+\\.(ts|tsx|js|mjs)$': [
      require.resolve('@swc/jest'),
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  // Published as ES modules only, or as TypeScript: Jest runs CommonJS.
  transformIgnorePatterns: [
    '/node_modules/(?!(jotai|@supabase|sonner|react-router|react-router-dom|marked|@twostroke)/)',
  ],
  moduleNameMapper: {
    // Its build in one file: the other one loads two hundred modules for each file of tests.
    '^@testing-library/dom$': require.resolve('@testing-library/dom/dist/@testing-library/dom.umd.js'),
    '\\.module\\.css$': require.resolve('./jest-css-module.cjs'),
    '\\.css$': require.resolve('./jest-empty.cjs'),
    '\\.(svg|woff2|ttf|png|webp)$': require.resolve('./jest-asset.cjs'),
    '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts'],
  },
  setupFiles: [require.resolve('./jest-browser-globals.cjs')],
  setupFilesAfterEnv: [require.resolve('./jest-expectations.cjs')],
  restoreMocks: true,
  testTimeout: 20_000, // a whole page takes seconds to render on a busy machine
});

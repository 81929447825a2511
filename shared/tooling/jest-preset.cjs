/**
 * Jest for every app: jsdom, TypeScript by ts-jest (types are checked by tsc), CSS Modules as their class names, and a
 * test fails when something logs an error it did not expect.
 * @param {string} rootDir folder of the app's jest.config.cjs
 */
exports.jestPreset = (rootDir) => ({
  rootDir,
  testEnvironment: 'jsdom',
  testMatch: ['<rootDir>/**/*.test.ts', '<rootDir>/**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  transform: {
    '^.+\\.(ts|tsx|js|mjs)$': [
      'ts-jest',
      {
        diagnostics: false,
        tsconfig: {
          target: 'es2022',
          module: 'commonjs',
          moduleResolution: 'node10',
          ignoreDeprecations: '6.0',
          jsx: 'react-jsx',
          allowJs: true,
          esModuleInterop: true,
          isolatedModules: true,
        },
      },
    ],
  },
  // Published as ES modules only, or as TypeScript: Jest runs CommonJS.
  transformIgnorePatterns: [
    '/node_modules/(?!(jotai|@supabase|sonner|react-router|react-router-dom|marked|@twostroke)/)',
  ],
  moduleNameMapper: {
    '\\.module\\.css$': require.resolve('./jest-css-module.cjs'),
    '\\.css$': require.resolve('./jest-empty.cjs'),
    '\\.(svg|woff2|png|webp)$': require.resolve('./jest-asset.cjs'),
    '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts'],
  },
  setupFiles: [require.resolve('./jest-browser-globals.cjs')],
  setupFilesAfterEnv: [require.resolve('./jest-expectations.cjs')],
  restoreMocks: true,
  testTimeout: 20_000, // a whole page takes seconds to render on a busy machine
});

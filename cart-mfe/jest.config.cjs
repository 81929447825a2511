const { jestPreset } = require('@twostroke/shared/tooling/jest-preset.cjs');

// One test runs several steps of the booking, which is slow on a busy machine.
module.exports = { ...jestPreset(__dirname), testTimeout: 30_000 };

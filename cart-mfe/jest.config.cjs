const { jestPreset } = require('@twostroke/shared/tooling/jest-preset.cjs');

// A test walks through several steps of the booking: on a busy machine that takes its time.
module.exports = { ...jestPreset(__dirname), testTimeout: 30_000 };

const { jestPreset } = require('@twostroke/shared/tooling/jest-preset.cjs');

module.exports = jestPreset(__dirname);

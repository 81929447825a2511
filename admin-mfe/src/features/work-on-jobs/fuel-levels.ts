/** What the gauge of a tank says, in quarters. */
export const fuelLevels = ['E', '¼', '½', '¾', 'F'];

/** Body types in the order of the parking row. */
export const bodyTypes = [
  { body: 'scooter', one: 'Scooter', many: 'Scooters', examples: 'Activa, Jupiter, Ntorq', paint: 'green' },
  { body: 'moped', one: 'Moped', many: 'Mopeds', examples: 'XL100', paint: 'oxide' },
  { body: 'commuter', one: 'Commuter', many: 'Commuters', examples: 'Splendor Plus, Shine', paint: 'indigo' },
  { body: 'naked', one: 'Street', many: 'Street', examples: 'FZ-S, Apache, Duke', paint: 'grey' },
  { body: 'sport', one: 'Sport', many: 'Sport', examples: 'R15, RC 200', paint: 'green' },
  { body: 'roadster', one: 'Roadster', many: 'Roadsters', examples: 'Hunter, CB350', paint: 'oxide' },
  { body: 'cruiser', one: 'Cruiser', many: 'Cruisers', examples: 'Classic, Meteor', paint: 'indigo' },
  { body: 'adventure', one: 'Adventure', many: 'Adventure', examples: 'Himalayan, Xpulse', paint: 'grey' },
] as const;

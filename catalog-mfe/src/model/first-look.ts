/** What the mechanic looks at first on a bike of this body, as a sentence. */
export const firstLook: Readonly<Record<string, string>> = {
  scooter: 'Belt, rollers and rear brake hide under plastic, so that is where we look first.',
  moped: 'It carries more than it was built for, so chain, spokes and rear shoes come first.',
  commuter: 'It never complains, so nobody opens the chain cover. We do.',
  naked: 'City traffic heats it and eats brake pads, so oil and brakes come first.',
  sport: 'It revs high and rides close, so oil grade, chain slack and brake fluid come first.',
  roadster: 'It is light on its feet only with the chain at the right slack and fresh oil.',
  cruiser: 'A heavy flywheel hides a slack chain and old oil, so we measure both.',
  adventure: 'Dust and ghats go into the air filter, the fork seals and the chain first.',
};

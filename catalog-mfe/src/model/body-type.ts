import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';
import type { BikePaint } from '@twostroke/shared/ui/bike';

type Body = DatabaseEnum<'bike_body'>;

export interface BodyType {
  body: Body;
  /** A bike of this type. */
  one: string;
  many: string;
  /** Models that riders know. */
  examples: string;
  paint: BikePaint;
}

const words: Readonly<Record<Body, Omit<BodyType, 'body'>>> = {
  scooter: { one: 'Scooter', many: 'Scooters', examples: 'Activa, Jupiter, Ntorq', paint: 'green' },
  moped: { one: 'Moped', many: 'Mopeds', examples: 'XL100', paint: 'oxide' },
  commuter: { one: 'Commuter', many: 'Commuters', examples: 'Splendor Plus, Shine', paint: 'indigo' },
  naked: { one: 'Street', many: 'Street', examples: 'FZ-S, Apache, Duke', paint: 'grey' },
  sport: { one: 'Sport', many: 'Sport', examples: 'R15, RC 200', paint: 'green' },
  roadster: { one: 'Roadster', many: 'Roadsters', examples: 'Hunter, CB350', paint: 'oxide' },
  cruiser: { one: 'Cruiser', many: 'Cruisers', examples: 'Classic, Meteor', paint: 'indigo' },
  adventure: { one: 'Adventure', many: 'Adventure', examples: 'Himalayan, Xpulse', paint: 'grey' },
};

/** Body types in the order of the parking row. */
export const bodyTypes: readonly BodyType[] = (Object.keys(words) as Body[]).map((body) => ({ body, ...words[body] }));

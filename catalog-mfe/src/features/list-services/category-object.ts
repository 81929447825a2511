import { search } from '@twostroke/shared/ui/icons';
import { battery, brake, chain, gauge, oil, spanner, tyre, wash } from '@twostroke/shared/ui/service-icons';

const objects: Readonly<Record<string, string>> = {
  'periodic-service': spanner,
  'oil-and-fluids': oil,
  brakes: brake,
  'chain-and-drive': chain,
  engine: gauge,
  'electrical-and-battery': battery,
  'tyres-and-suspension': tyre,
  'wash-and-detailing': wash,
  'inspection-and-seasonal': search,
};

/** Icon of a category's own object; the spanner for a category that has none. */
export function categoryObject(slug: string): string {
  return objects[slug] ?? spanner;
}

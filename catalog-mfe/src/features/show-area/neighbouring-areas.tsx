import { paths } from '@twostroke/shared/contracts/paths';
import { AreaMap } from '../../parts/area-map.tsx';
import { Milestone, Milestones } from './milestone.tsx';
import { TwoColumns } from '@twostroke/shared/ui/two-columns';
import type { Area } from './load-area.ts';

/** The areas around, nearest first, and a sketch of all of them. */
export function NeighbouringAreas({ area }: { area: Area }) {
  return (
    <TwoColumns wide>
      <Milestones>
        {area.neighbours.map(({ slug, name, pin, km }) => (
          <Milestone key={slug} head={`${km}\u00a0km`} name={name} pin={pin} to={paths.area(slug)} />
        ))}
      </Milestones>
      <AreaMap areas={area.map.map((place) => ({ ...place, to: paths.area(place.slug) }))} here={area.slug} />
    </TwoColumns>
  );
}

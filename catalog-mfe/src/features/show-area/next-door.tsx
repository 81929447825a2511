import { paths } from '@twostroke/shared/contracts/paths';
import { AreaMap } from '@twostroke/shared/ui/area-map';
import { Milestone, Milestones } from '@twostroke/shared/ui/milestone';
import { TwoColumns } from '@twostroke/shared/ui/two-columns';
import type { Area } from './load-area.ts';

/** The areas around, nearest first, and the sketch on which all of them lie. */
export function NextDoor({ area }: { area: Area }) {
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

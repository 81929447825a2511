import { paths } from '@twostroke/shared/contracts/paths';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Chips } from '@twostroke/shared/ui/chip';
import { ChipLink } from '@twostroke/shared/ui/chip-link';
import { Section } from '../../parts/section.tsx';
import { Stack } from '@twostroke/shared/ui/stack';
import { representatives } from './representatives.ts';
import { ModelRow } from './model-row.tsx';
import type { ListedBrand, ListedModel } from './read-bikes.ts';

/** Models drawn before a search; the others are links. */
const drawnAtFirst = 4;

export interface BrandModelsProps {
  brand: ListedBrand;
  models: readonly ListedModel[];
  prices: Readonly<Record<string, number>>;
  /** Draws all of them, because they are search results. */
  all: boolean;
}

/** A brand with its models: four drawn and the others by name, or all drawn when they are search results. */
export function BrandModels({ brand, models, prices, all }: BrandModelsProps) {
  const drawn = all ? [...models] : representatives(models, drawnAtFirst);
  const named = models.filter((model) => !drawn.includes(model));
  return (
    <Section title={brand.name} intro={brand.positioning}>
      <Stack>
        <ModelRow models={drawn} prices={prices} />
        {named.length > 0 && (
          <Chips label={`More ${brand.name} models`}>
            {named.map(({ id, slug, name }) => (
              <ChipLink key={id} to={paths.bike(brand.slug, slug)}>
                {name}
              </ChipLink>
            ))}
          </Chips>
        )}
        <p>
          <ButtonLink to={paths.brand(brand.slug)} variant="quiet">
            All about {brand.name} service
          </ButtonLink>
        </p>
      </Stack>
    </Section>
  );
}

import { brands } from '@twostroke/shared/domain/places';
import { vehicleOf, type SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { vehicleAtom } from '@twostroke/shared/state';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { PickableModel } from './read-models.ts';

export interface BikeChoice {
  brandSlug: string;
  /** Models of the chosen brand. */
  models: PickableModel[];
  /** '' until a model is chosen. */
  modelId: string;
  picked: { vehicle: SelectedVehicle; model: PickableModel } | null;
  chooseBrand: (slug: string) => void;
  chooseModel: (id: string) => void;
}

/** What the two lists show: the customer's own choice here, else the bike chosen before. */
export function useBikeChoice(all: readonly PickableModel[]): BikeChoice {
  const vehicle = useAtomValue(vehicleAtom);
  const [choice, setChoice] = useState<{ brandSlug: string; modelId: string } | null>(null);
  const brandSlug = choice?.brandSlug ?? vehicle?.brand.slug ?? '';
  const modelId = choice?.modelId ?? vehicle?.modelId ?? '';
  const models = all.filter((model) => model.brand_slug === brandSlug);
  const model = models.find(({ id }) => id === modelId);
  const brand = brands.find(({ slug }) => slug === brandSlug);
  return {
    brandSlug,
    models,
    modelId: model ? modelId : '',
    picked: brand && model ? { vehicle: vehicleOf(brand, model), model } : null,
    chooseBrand: (slug) => setChoice({ brandSlug: slug, modelId: '' }),
    chooseModel: (id) => setChoice({ brandSlug, modelId: id }),
  };
}

import type { PickableModel } from '@twostroke/shared/api/read-bikes';
import { brands } from '@twostroke/shared/domain/places';
import { vehicleOf, type SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { vehicleAtom } from '@twostroke/shared/state';
import { useAtomValue } from 'jotai';
import { useState } from 'react';

export interface BikeChoice {
  picked: { vehicle: SelectedVehicle; model: PickableModel } | null;
  /** @param id of the model */
  choose: (id: string) => void;
}

/** The customer's own choice here, else the bike chosen before. */
export function useBikeChoice(models: readonly PickableModel[]): BikeChoice {
  const vehicle = useAtomValue(vehicleAtom);
  const [chosen, choose] = useState<string | null>(null);
  const modelId = chosen ?? vehicle?.modelId;
  const model = models.find(({ id }) => id === modelId);
  const brand = brands.find(({ slug }) => slug === model?.brand_slug);
  return { picked: brand && model ? { vehicle: vehicleOf(brand, model), model } : null, choose };
}

import { readPickableModels } from '@twostroke/shared/api/read-bikes';
import { useQuery } from '@twostroke/shared/api/use-query';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { BikeSearch } from '@twostroke/shared/ui/bike-search';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { DraftLoadProblem } from '../../parts/draft-load-problem.tsx';

interface BikePickerProps {
  vehicle: SelectedVehicle | null;
  onChoose: (vehicle: SelectedVehicle) => void;
  error: string | undefined;
}

/** The bike, among all that we service. */
export function BikePicker({ vehicle, onChoose, error }: BikePickerProps) {
  const models = useQuery('bikes', readPickableModels);
  if (models.status === 'failed')
    return <DraftLoadProblem what="the bikes" error={models.error} onRetry={models.reload} />;
  if (models.status !== 'ready') return <SkeletonCard lines={4} label="Loading the bikes" />;
  return <BikeSearch id="bike" models={models.data} chosen={vehicle} onChoose={onChoose} error={error} />;
}

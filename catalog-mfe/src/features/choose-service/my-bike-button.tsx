import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { deselectVehicle, vehicleAtom } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { useAtomValue } from 'jotai';
import { chooseBike } from '../../model/choose-bike.ts';

/** Makes the bike of this page the customer's own, or says that it is and offers to clear it. */
export function MyBikeButton({ vehicle }: { vehicle: SelectedVehicle }) {
  const mine = useAtomValue(vehicleAtom)?.modelId === vehicle.modelId;
  return mine ? (
    <Button variant="line" onClick={deselectVehicle}>
      This is my bike. Forget it
    </Button>
  ) : (
    <Button variant="line" onClick={() => chooseBike(vehicle)}>
      Make this my bike
    </Button>
  );
}

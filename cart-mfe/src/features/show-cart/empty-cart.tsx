import { paths } from '@twostroke/shared/contracts/paths';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { EmptyState } from '@twostroke/shared/ui/empty-state';

/** Shown for an empty cart, with links to services for the bike. */
export function EmptyCart({ vehicle, onLeave }: { vehicle: SelectedVehicle | null; onLeave: () => void }) {
  if (!vehicle)
    return (
      <EmptyState
        title="Nothing in the cart yet"
        level={3}
        actions={
          <>
            <ButtonLink to={paths.bikes()} onClick={onLeave}>
              Choose your bike
            </ButtonLink>
            <ButtonLink to={paths.services()} variant="quiet" onClick={onLeave}>
              All services
            </ButtonLink>
          </>
        }
      >
        <p>Choose your bike and we show what it needs.</p>
      </EmptyState>
    );
  const { brand, model } = vehicle;
  return (
    <EmptyState
      title="Nothing in the cart yet"
      body={model.body}
      level={3}
      actions={
        <>
          <ButtonLink to={paths.bike(brand.slug, model.slug)} onClick={onLeave}>
            See what it needs
          </ButtonLink>
          <ButtonLink to={paths.services()} variant="quiet" onClick={onLeave}>
            All services
          </ButtonLink>
        </>
      }
    >
      <p>Prices are ready for your {model.name}.</p>
    </EmptyState>
  );
}

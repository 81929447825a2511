import { read } from '@twostroke/shared/client';
import { BikeStand } from '@twostroke/shared/ui/bike-stand';
import { useQuery } from '@twostroke/shared/api/use-query';

/** The body type of a model, which draws its bike; null until it is known, and when it fails to load. */
export function useBodyOf(modelId: string | null): string | null {
  const body = useQuery(modelId && `body ${modelId}`, () => loadBody(modelId!));
  return body.status === 'ready' ? body.data : null;
}

async function loadBody(modelId: string): Promise<string> {
  const { body } = await read((db) => db.from('models').select('body').eq('id', modelId).single());
  return body;
}

/** The bike in the workshop. Decoration: nothing is shown without its body type. */
export function BookedBike({ body, className }: { body: string | null; className?: string | undefined }) {
  return body && <BikeStand body={body} className={className} />;
}

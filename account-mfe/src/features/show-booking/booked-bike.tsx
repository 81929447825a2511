import { read } from '@twostroke/shared/client';
import { BikeStand } from '@twostroke/shared/ui/bike-stand';
import { useQuery } from '@twostroke/shared/api/use-query';
import styles from './show-booking.module.css';

/** The bike in the workshop, on a wide screen. Decoration: nothing is shown when its body type fails to load. */
export function BookedBike({ modelId }: { modelId: string }) {
  const body = useQuery(`body ${modelId}`, () => loadBody(modelId));
  if (body.status !== 'ready') return null;
  return <BikeStand body={body.data} className={styles.bike} />;
}

async function loadBody(modelId: string): Promise<string> {
  const { body } = await read((db) => db.from('models').select('body').eq('id', modelId).single());
  return body;
}

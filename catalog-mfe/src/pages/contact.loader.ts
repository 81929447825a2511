import { readShopFacts } from '../model/shop-facts.ts';
import { readHomeAreas } from '../features/greet-visitor/read-home-texts.ts';
import { loadHours } from '../features/show-hours/load-hours.ts';

/** @throws AppError */
export async function loader() {
  const [facts, hours, areas] = await Promise.all([readShopFacts(), loadHours(), readHomeAreas()]);
  return { facts, hours, areas };
}

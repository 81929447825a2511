export interface MapPoint {
  slug: string;
  lat: number;
  lng: number;
}

const EARTH_RADIUS_KM = 6371;

/** Straight-line distance in kilometres (haversine). */
export function distanceKm(from: MapPoint, to: MapPoint): number {
  const rad = (degrees: number): number => (degrees * Math.PI) / 180;
  const half =
    Math.sin(rad(to.lat - from.lat) / 2) ** 2 +
    Math.cos(rad(from.lat)) * Math.cos(rad(to.lat)) * Math.sin(rad(to.lng - from.lng) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(half));
}

/**
 * The areas around one, nearest first, with whole kilometres. The coordinates are approximate, so less than one
 * kilometre is shown as one.
 */
export function nearestAreas<Area extends MapPoint>(
  here: MapPoint,
  areas: readonly Area[],
  count: number,
): (Area & { km: number })[] {
  return areas
    .filter((area) => area.slug !== here.slug)
    .map((area) => ({ area, exact: distanceKm(here, area) }))
    .sort((a, b) => a.exact - b.exact)
    .slice(0, count)
    .map(({ area, exact }) => ({ ...area, km: Math.max(1, Math.round(exact)) }));
}

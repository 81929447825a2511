import { distanceKm, nearestAreas } from './nearest-areas.ts';

const kondhwa = { slug: 'kondhwa', lat: 18.469, lng: 73.889 };
const kausarBaugh = { slug: 'kausar-baugh', lat: 18.479, lng: 73.883 };
const katraj = { slug: 'katraj', lat: 18.458, lng: 73.868 };
const camp = { slug: 'camp', lat: 18.516, lng: 73.878 };

test('measures the straight line between two areas', () => {
  expect(distanceKm(kondhwa, camp)).toBeCloseTo(5.35, 1);
  expect(distanceKm(kondhwa, kondhwa)).toBe(0);
});

test('lists the nearest first, without the area itself', () => {
  const near = nearestAreas(kondhwa, [camp, kondhwa, katraj, kausarBaugh], 2);
  expect(near.map(({ slug, km }) => [slug, km])).toEqual([
    ['kausar-baugh', 1],
    ['katraj', 3],
  ]);
});

test('never says 0 km', () => {
  const nextDoor = { slug: 'next-door', lat: 18.4691, lng: 73.889 };
  expect(nearestAreas(kondhwa, [nextDoor], 6)[0]?.km).toBe(1);
});

import { read } from '@twostroke/shared/client';
import { loadMarkdownParser } from '../../parts/markdown/load-markdown-parser.ts';
import type { MarkdownText } from '../../model/markdown-source.ts';
import { nearestAreas } from './nearest-areas.ts';

export interface AreaOnMap {
  slug: string;
  name: string;
  pin: string;
  x: number;
  y: number;
}

export interface Neighbour extends AreaOnMap {
  km: number;
}

export interface Area {
  slug: string;
  name: string;
  alsoKnownAs: string | null;
  /** Its main PIN. */
  pin: string;
  /** Every served PIN of the area, the main one first. */
  pins: string[];
  /** One sentence about riding there. */
  colour: string;
  story: MarkdownText;
  neighbours: Neighbour[];
  map: AreaOnMap[];
}

const NEIGHBOURS = 6;
const columns = 'slug,name,also_known_as,pin,lat,lng,colour,map_x,map_y';

/** An area with its neighbours; null when there is no such area. @throws AppError */
export async function loadArea(slug: string): Promise<Area | null> {
  const [rows, stories, pinRows, parse] = await Promise.all([
    read((db) => db.from('areas').select(columns).order('sort')),
    read((db) => db.from('areas').select('story_md').eq('slug', slug)),
    read((db) => db.from('area_pins').select('pin').contains('area_slugs', [slug]).order('pin')),
    loadMarkdownParser(),
  ]);
  // Numeric columns may arrive as text, so that no digit is lost.
  const places = rows.map((row) => ({
    slug: row.slug,
    name: row.name,
    pin: row.pin,
    x: row.map_x,
    y: row.map_y,
    lat: Number(row.lat),
    lng: Number(row.lng),
  }));
  const row = rows.find((candidate) => candidate.slug === slug);
  const here = places.find((place) => place.slug === slug);
  if (!row || !here) return null;
  const otherPins = pinRows.map(({ pin }) => pin).filter((pin) => pin !== row.pin);
  return {
    slug,
    name: row.name,
    alsoKnownAs: row.also_known_as,
    pin: row.pin,
    pins: [row.pin, ...otherPins],
    colour: row.colour,
    story: parse(stories[0]?.story_md ?? ''),
    neighbours: nearestAreas(here, places, NEIGHBOURS).map(({ lat: _lat, lng: _lng, ...neighbour }) => neighbour),
    map: places.map(({ lat: _lat, lng: _lng, ...place }) => place),
  };
}

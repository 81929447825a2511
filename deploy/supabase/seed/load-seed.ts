import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readCsv } from './read-csv.ts';
import type { CsvRow } from './read-csv.ts';
import { readMarkdownFolder } from './read-markdown.ts';
import type { MarkdownFile } from './read-markdown.ts';

/** One row to be written: Postgres turns texts into the column's type. */
export type SeedRow = Record<string, unknown>;

/** Everything the files say, table by table, in an order that satisfies the foreign keys. */
export type SeedTables = Map<string, SeedRow[]>;

const here = import.meta.dirname;
const csv = (name: string): Promise<CsvRow[]> => readCsv(join(here, name));
const words = (text: string | null | undefined): string[] => (text ?? '').split(' ').filter(Boolean);

/** The wide price table (slug, C1 … C5) as one row per class; an empty cell means not offered. */
async function prices(name: string, column: string): Promise<SeedRow[]> {
  return (await csv(name)).flatMap(({ slug, ...classes }) =>
    Object.entries(classes)
      .filter(([, price]) => price !== null)
      .map(([price_class, price]) => ({ [column]: slug, price_class, price })),
  );
}

async function jobCards(): Promise<SeedRow[]> {
  const files = (await readdir(join(here, 'job-cards'))).filter((name) => name.endsWith('.csv')).sort();
  const cards = await Promise.all(
    files.map(async (name) =>
      (await csv(`job-cards/${name}`)).map((row, index) => ({
        ...row,
        group_name: row['group_name'] ?? '',
        package_slug: basename(name, '.csv'),
        position: index + 1,
      })),
    ),
  );
  return cards.flat();
}

/**
 * What is looked at, and by which package. The points of the used-bike inspection are the lines of its job card: each is
 * both looked at and ticked.
 */
async function inspections(): Promise<{ points: SeedRow[]; ofPackages: SeedRow[] }> {
  const usedBike = 'pre-purchase-inspection';
  const lines = (await csv(`job-cards/${usedBike}.csv`)).filter(({ kind }) => kind === 'included');
  const usedBikePoints = lines.map(({ group_name, label, applies }, index) => ({
    slug: `used-bike-${index + 1}`,
    group_name,
    label,
    applies,
    per_place: null,
  }));
  const points = [...(await csv('inspections/points.csv')), ...usedBikePoints];
  const lists = [
    ...(await csv('inspections/packages.csv')).map((row) => ({ slug: row['package_slug'], points: words(row['points']) })),
    { slug: usedBike, points: usedBikePoints.map(({ slug }) => slug) },
  ];
  return {
    points: points.map((point, index) => ({ ...point, per_place: point['per_place'] ?? 'false', sort: index + 1 })),
    ofPackages: lists.flatMap((list) =>
      list.points.map((point_slug, index) => ({ package_slug: list.slug, point_slug, position: index + 1 })),
    ),
  };
}

async function texts(folder: string): Promise<Map<string, MarkdownFile>> {
  return new Map((await readMarkdownFolder(join(here, folder))).map((file) => [file.name, file]));
}

/** Holidays with a fixed date, for each of the given years. */
export async function loadClosures(years: number[]): Promise<SeedRow[]> {
  const days = await csv('shop/closures.csv');
  return years.flatMap((year) => days.map(({ day, ...rest }) => ({ date: `${year}-${day}`, ...rest })));
}

async function faqs(): Promise<SeedRow[]> {
  return (await readMarkdownFolder(join(here, 'faq'))).map(({ name, head, body }) => {
    const id = Number.parseInt(name, 10);
    return {
      id,
      topic: head['topic'] ?? '',
      question: head['question'] ?? '',
      answer_md: body,
      sort: id,
      on_home: head['home'] === 'true',
    };
  });
}

async function posts(): Promise<SeedRow[]> {
  return (await readMarkdownFolder(join(here, 'blog'))).map(({ name, head, body }) => ({
    slug: name,
    title: head['title'],
    lead: head['lead'],
    body_md: body,
    author: head['author'],
    reading_minutes: head['minutes'],
    updated_date: head['updated'],
    package_slug: head['package'] || null,
    sort: head['sort'],
  }));
}

interface ReviewFile {
  name: string;
  area_slug: string;
  model_id: string;
  stars: number;
  body: string;
  date?: string;
}

/** Sample reviews; one without a date gets one six days before its predecessor. */
async function reviews(): Promise<SeedRow[]> {
  const text = await readFile(join(here, 'reviews.json'), 'utf8').catch(() => '[]');
  const newest = Date.UTC(2026, 10, 14);
  return (JSON.parse(text) as ReviewFile[]).map(({ date, ...review }, index) => ({
    id: index + 1,
    ...review,
    is_sample: true,
    created_date: date ?? new Date(newest - index * 6 * 86_400_000).toISOString().slice(0, 10),
  }));
}

/** The rows of a CSV file, each with its text. */
async function withText(name: string, folder: string, column: string): Promise<SeedRow[]> {
  const files = await texts(folder);
  return (await csv(name)).map((row) => ({ ...row, [column]: files.get(row['slug'] ?? '')?.body ?? '' }));
}

async function packages(): Promise<SeedRow[]> {
  const files = await texts('packages');
  return (await csv('catalog/packages.csv')).map((row) => {
    const file = files.get(row['slug'] ?? '');
    return {
      ...row,
      modes: words(row['modes']),
      odometer_optional: words(row['odometer_optional']),
      summary: file?.head['summary'] ?? '',
      lead: file?.head['lead'] ?? '',
      hint: file?.head['hint'] ?? null,
      story_md: file?.body ?? '',
    };
  });
}

async function coupons(): Promise<SeedRow[]> {
  return (await csv('shop/coupons.csv')).map((row) => ({
    ...row,
    weekdays: row['weekdays'] ? words(row['weekdays']) : null,
  }));
}

/** How each table is read, in an order that satisfies the foreign keys. */
const readers: Record<string, (options: { demo: boolean }) => Promise<SeedRow[]>> = {
  brands: () => withText('catalog/brands.csv', 'brands', 'story_md'),
  price_classes: () => csv('catalog/price-classes.csv'),
  models: async () =>
    (await csv('catalog/models.csv')).map((row) => ({ ...row, search_names: row['search_names'] ?? '' })),
  categories: () => withText('catalog/categories.csv', 'categories', 'intro_md'),
  packages,
  package_prices: () => prices('catalog/package-prices.csv', 'package_slug'),
  addons: () => csv('catalog/addons.csv'),
  addon_prices: () => prices('catalog/addon-prices.csv', 'addon_slug'),
  package_addons_included: () => csv('catalog/addons-included.csv'),
  coupons,
  package_items: jobCards,
  inspection_points: async () => (await inspections()).points,
  package_points: async () => (await inspections()).ofPackages,
  areas: () => withText('shop/areas.csv', 'areas', 'story_md'),
  area_pins: async () =>
    (await csv('shop/area-pins.csv')).map((row) => ({ ...row, area_slugs: words(row['area_slugs']) })),
  shop: async () => [JSON.parse(await readFile(join(here, 'shop/shop.json'), 'utf8')) as SeedRow],
  business_hours: () => csv('shop/business-hours.csv'),
  arrival_windows: () => csv('shop/arrival-windows.csv'),
  service_modes: () => csv('shop/service-modes.csv'),
  capacities: () => csv('shop/capacities.csv'),
  faqs,
  posts,
  reviews: async ({ demo }) => (demo ? reviews() : []),
};

/** The tables that the files fill. */
export const seedTables = Object.keys(readers);

/** Reads all seed files. `demo` adds the sample reviews, which a real shop must not have. */
export async function loadSeed(options: { demo: boolean }): Promise<SeedTables> {
  const tables: SeedTables = new Map();
  for (const [table, read] of Object.entries(readers)) tables.set(table, await read(options));
  return tables;
}

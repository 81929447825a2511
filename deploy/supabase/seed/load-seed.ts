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

/** Reads all seed files. `demo` adds the sample reviews, which a real shop must not have. */
export async function loadSeed(options: { demo: boolean }): Promise<SeedTables> {
  const [brandTexts, areaTexts, categoryTexts, packageTexts] = await Promise.all(
    ['brands', 'areas', 'categories', 'packages'].map(texts),
  );
  const body = (files: Map<string, MarkdownFile> | undefined, slug: string | null | undefined): string =>
    files?.get(slug ?? '')?.body ?? '';
  const head = (slug: string | null | undefined, key: string): string | undefined =>
    packageTexts?.get(slug ?? '')?.head[key];

  const tables: SeedTables = new Map();
  const add = (table: string, rows: SeedRow[]): unknown => tables.set(table, rows);
  const brands = await csv('catalog/brands.csv');
  const areas = await csv('shop/areas.csv');
  const categories = await csv('catalog/categories.csv');
  const packages = await csv('catalog/packages.csv');

  add(
    'brands',
    brands.map((row) => ({ ...row, story_md: body(brandTexts, row['slug']) })),
  );
  add('price_classes', await csv('catalog/price-classes.csv'));
  add(
    'models',
    (await csv('catalog/models.csv')).map((row) => ({ ...row, search_names: row['search_names'] ?? '' })),
  );
  add(
    'categories',
    categories.map((row) => ({ ...row, intro_md: body(categoryTexts, row['slug']) })),
  );
  add(
    'packages',
    packages.map((row) => ({
      ...row,
      modes: words(row['modes']),
      odometer_optional: words(row['odometer_optional']),
      summary: head(row['slug'], 'summary') ?? '',
      lead: head(row['slug'], 'lead') ?? '',
      hint: head(row['slug'], 'hint') ?? null,
      story_md: body(packageTexts, row['slug']),
    })),
  );
  add('package_prices', await prices('catalog/package-prices.csv', 'package_slug'));
  add('addons', await csv('catalog/addons.csv'));
  add('addon_prices', await prices('catalog/addon-prices.csv', 'addon_slug'));
  add('package_addons_included', await csv('catalog/addons-included.csv'));
  add(
    'coupons',
    (await csv('shop/coupons.csv')).map((row) => ({
      ...row,
      weekdays: row['weekdays'] ? words(row['weekdays']) : null,
    })),
  );
  add('package_items', await jobCards());
  const { points, ofPackages } = await inspections();
  add('inspection_points', points);
  add('package_points', ofPackages);
  add(
    'areas',
    areas.map((row) => ({ ...row, story_md: body(areaTexts, row['slug']) })),
  );
  add(
    'area_pins',
    (await csv('shop/area-pins.csv')).map((row) => ({ ...row, area_slugs: words(row['area_slugs']) })),
  );
  add('shop', [JSON.parse(await readFile(join(here, 'shop/shop.json'), 'utf8')) as SeedRow]);
  add('business_hours', await csv('shop/business-hours.csv'));
  add('arrival_windows', await csv('shop/arrival-windows.csv'));
  add('service_modes', await csv('shop/service-modes.csv'));
  add('capacities', await csv('shop/capacities.csv'));
  add('faqs', await faqs());
  add('posts', await posts());
  add('reviews', options.demo ? await reviews() : []);
  return tables;
}

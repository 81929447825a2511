import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** File of a generation that lists the releases and settings of its documents. */
export const EXPORT_MANIFEST = 'export-manifest.json';

const cohort = v.picklist(['stable', 'canary']);
export type Cohort = v.InferOutput<typeof cohort>;

const exportManifest = v.object({
  /** Name of the combination of releases that each set of documents shows. */
  releases: v.array(v.tuple([cohort, v.string()])),
  /** The backend that documents name. */
  backend: v.object({ url: v.string(), key: v.string() }),
  /** Public origin of the site. */
  origin: v.string(),
  /** Share of page loads that report their visit while no canary runs; left out: all. */
  reportShare: v.exactOptional(v.number()),
});

export type ExportManifest = v.InferOutput<typeof exportManifest>;

/** @param generation its folder */
export function readExportManifest(generation: string): ExportManifest | null {
  const file = join(generation, EXPORT_MANIFEST);
  return existsSync(file) ? v.parse(exportManifest, JSON.parse(readFileSync(file, 'utf8'))) : null;
}

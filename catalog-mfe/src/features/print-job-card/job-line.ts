import { read } from '@twostroke/shared/client';
import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';

/** A printed line of a package's job card. */
export interface JobLine {
  kind: DatabaseEnum<'package_item_kind'>;
  group_name: string;
  label: string;
  hint: string | null;
  /** An add-on that does what this package leaves out. */
  addon_slug: string | null;
  /** A package that does what this one leaves out. */
  see_package: string | null;
  /** What it costs for the bike, when an add-on or package covers it; whole rupees. */
  price: number | null;
}

/** The lines that fit a model. @throws AppError */
export function readModelJobCard(modelId: string, packageSlug: string): Promise<JobLine[]> {
  return read((db) =>
    db
      .from('model_job_cards')
      .select('kind,group_name,label,hint,addon_slug,see_package,price')
      .eq('model_id', modelId)
      .eq('package_slug', packageSlug)
      .order('kind')
      .order('position')
      .overrideTypes<JobLine[], { merge: false }>(),
  );
}

/** The bikes of a line, by its condition in the list of lines. */
const onlyOn: Readonly<Record<string, string>> = {
  chain: 'on bikes with a chain',
  belt_cvt: 'on scooters',
  fi: 'on injected engines',
  carburettor: 'on carburettor engines',
  liquid: 'on liquid-cooled engines',
  not_liquid: 'on air-cooled engines',
  disc: 'on bikes with a disc brake',
  drum_only: 'on bikes with drum brakes',
  both_discs: 'on bikes with two discs',
  disc_and_drum: 'on bikes with disc and drum',
  front_disc: 'on bikes with a front disc',
  front_drum: 'on bikes with a front drum',
  rear_disc: 'on bikes with a rear disc',
  rear_drum: 'on bikes with a rear drum',
  oil_filter: 'where the engine has a cartridge',
  no_oil_filter: 'where the engine has no cartridge',
};

/** All lines of a package, each with the bikes it applies to. @throws AppError */
export async function readWholeJobCard(packageSlug: string): Promise<JobLine[]> {
  const rows = await read((db) =>
    db
      .from('package_items')
      .select('kind,group_name,label,hint,applies,addon_slug,see_package')
      .eq('package_slug', packageSlug)
      .order('kind')
      .order('position'),
  );
  return rows.map(({ applies, hint, ...line }) => ({
    ...line,
    hint: [hint, applies && onlyOn[applies]].filter(Boolean).join(', ') || null,
    price: null,
  }));
}

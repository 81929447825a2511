/** The customer's bike: the model whose prices the site shows. */
export interface Brand {
  slug: string;
  name: string;
}

export interface Model {
  slug: string;
  name: string;
  /** The drawing for the bike, e.g. `cruiser`. */
  body: string;
}

export interface SelectedVehicle {
  brand: Brand;
  model: Model;
  /** `brand/model`, e.g. `royal-enfield/classic-350`. */
  modelId: string;
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function isNamed(value: unknown): value is { slug: string; name: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { slug, name } = value as Record<string, unknown>;
  return (
    typeof slug === 'string' && SLUG.test(slug) && typeof name === 'string' && name.length > 0 && name.length <= 80
  );
}

/** Whether stored JSON is a brand: anything else is corrupt and gets removed. */
export function isBrand(value: unknown): value is Brand {
  return isNamed(value);
}

/** Whether stored JSON is a model. */
export function isModel(value: unknown): value is Model {
  return isNamed(value) && 'body' in value && typeof value.body === 'string';
}

/** Whether stored JSON is a complete vehicle whose id belongs to its brand and model. */
export function isSelectedVehicle(value: unknown): value is SelectedVehicle {
  if (typeof value !== 'object' || value === null) return false;
  const vehicle = value as Record<string, unknown>;
  return (
    isBrand(vehicle.brand) &&
    isModel(vehicle.model) &&
    vehicle.modelId === `${vehicle.brand.slug}/${vehicle.model.slug}`
  );
}

/** The id of a listed model, as in {@link SelectedVehicle}. */
export const modelIdOf = (model: { brand_slug: string; slug: string }): string => `${model.brand_slug}/${model.slug}`;

/** Creates the vehicle of a brand and a model. */
export function vehicleOf(brand: Brand, model: Model): SelectedVehicle {
  return {
    brand: { slug: brand.slug, name: brand.name },
    model: { slug: model.slug, name: model.name, body: model.body },
    modelId: `${brand.slug}/${model.slug}`,
  };
}

/** Details requested for a bike that is not in the list. */
export const bikeMessage = 'Enter the brand and model of your bike';

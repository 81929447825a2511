// Not the package as a whole: it loads validators of JSON and XML too.
import * as Enums from '@cyclonedx/cyclonedx-library/Enums';
import * as Models from '@cyclonedx/cyclonedx-library/Models';
import * as Serialize from '@cyclonedx/cyclonedx-library/Serialize';
import * as Spec from '@cyclonedx/cyclonedx-library/Spec';
import * as v from 'valibot';

/** A package of which a build contains code, as the build writes it into `bundled-packages.json`. */
export const bundledPackages = v.array(v.object({ name: v.string(), version: v.string(), license: v.string() }));

export type BundledPackages = v.InferOutput<typeof bundledPackages>;

/**
 * The bill of materials of a release: a CycloneDX 1.6 document in JSON that lists the npm packages whose code browsers
 * or the prerenderer run. It has neither time nor random number, so that one release has one text.
 */
export function billOfMaterials(release: { app: string; version: string }, builds: BundledPackages[]): string {
  const bom = new Models.Bom();
  bom.metadata.component = new Models.Component(Enums.ComponentType.Application, release.app, {
    bomRef: `${release.app}@${release.version}`,
    version: release.version,
  });
  const packages = new Map(builds.flat().map((one) => [purlOf(one), one]));
  for (const [purl, { name, version, license }] of packages) {
    const [, group, bare = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
    const component = new Models.Component(Enums.ComponentType.Library, bare, {
      bomRef: purl,
      purl,
      version,
      ...(group && { group }),
    });
    component.licenses.add(
      /\s/.test(license) ? new Models.LicenseExpression(license) : new Models.SpdxLicense(license),
    );
    bom.components.add(component);
  }
  const normalize = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(normalize).serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** The package URL: `pkg:npm/%40supabase/auth-js@2.119.0`. */
function purlOf({ name, version }: { name: string; version: string }): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

import type { PageHandle } from '@twostroke/shared/contracts/module';
import { serviceJsonLd } from '../features/choose-service/service-json-ld.ts';
import type { ServicePackageContent } from './service-package.loader.ts';

export const handle: PageHandle = {
  jsonLd: ({ model, text, offer }: ServicePackageContent) => serviceJsonLd(model, text, offer),
};

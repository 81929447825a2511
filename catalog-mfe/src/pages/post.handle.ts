import type { PageHandle } from '@twostroke/shared/contracts/module';
import { postJsonLd } from '../features/read-post/post-json-ld.ts';
import type { PostPage } from './post.loader.ts';

export const handle: PageHandle = {
  jsonLd: ({ post }: PostPage) => postJsonLd(post),
};

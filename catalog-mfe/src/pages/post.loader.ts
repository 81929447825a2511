import { notFound, type LoaderFunctionArgs } from '@twostroke/shared/router';
import { loadPosts, postsAfter, type PostLine } from '../features/list-posts/load-posts.ts';
import type { ServicePackage } from '../model/service-package.ts';
import { readSomePackages } from '../features/price-package/read-some-packages.ts';
import { loadPost, type Post } from '../features/read-post/load-post.ts';

export interface PostPage {
  post: Post;
  /** The service the article leads to. */
  service: ServicePackage | null;
  further: PostLine[];
}

const FURTHER_POSTS = 2;

export async function loader({ params }: LoaderFunctionArgs): Promise<PostPage> {
  const slug = params.slug ?? '';
  const [post, posts] = await Promise.all([loadPost(slug), loadPosts()]);
  if (!post) throw notFound();
  const [service = null] = post.packageSlug ? await readSomePackages([post.packageSlug]) : [];
  return { post, service, further: postsAfter(slug, posts, FURTHER_POSTS) };
}

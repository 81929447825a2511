import { read } from '@twostroke/shared/client';
import type { PostTeaser } from './latest-posts.tsx';

/** Posts shown on the home page. */
const postsOnHome = 3;

export interface HomeQuestion {
  id: number;
  question: string;
  answer_md: string;
}

/** The most frequent questions. @throws AppError */
export function readHomeQuestions(): Promise<HomeQuestion[]> {
  return read((db) => db.from('faqs').select('id,question,answer_md').eq('on_home', true).order('sort'));
}

/** The articles updated last. @throws AppError */
export function readLatestPosts(): Promise<PostTeaser[]> {
  return read((db) =>
    db
      .from('posts')
      .select('slug,title,lead,reading_minutes')
      .order('updated_date', { ascending: false })
      .order('sort')
      .limit(postsOnHome),
  );
}

export interface HomeArea {
  slug: string;
  name: string;
  pin: string;
  map_x: number;
  map_y: number;
}

/** Areas with their positions on the sketch map. @throws AppError */
export function readHomeAreas(): Promise<HomeArea[]> {
  return read((db) => db.from('areas').select('slug,name,pin,map_x,map_y').order('sort'));
}

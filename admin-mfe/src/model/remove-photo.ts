import { loadSupabase } from '@twostroke/shared/client';

/** Removes a photo of a job. Storage decides who may, and until when. @returns whether it was there and is gone */
export async function removePhoto(path: string): Promise<boolean> {
  const { storage } = await loadSupabase();
  const { data, error } = await storage.from('job-photos').remove([path]);
  return error === null && data.length > 0;
}

import { backendConnection, callBackend } from '@twostroke/shared/client';

/** How long an address of a photo is valid, in seconds: an open page asks again when it reads its booking again. */
const lifetime = 3600;

interface SignedPath {
  path: string;
  /** Below /storage/v1; null for a photo that does not exist or may not be seen. */
  signedURL: string | null;
}

/**
 * The addresses under which a page may show photos of a job, by path. Storage decides who may see them.
 * @param manageToken of the booking, for who has its link
 * @throws AppError
 */
export async function addressPhotos(paths: readonly string[], manageToken?: string): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const signed = await callBackend<SignedPath[]>(
    '/storage/v1/object/sign/job-photos',
    { expiresIn: lifetime, paths },
    manageToken === undefined ? {} : { 'x-booking-key': manageToken },
  );
  const { url } = backendConnection();
  return new Map(signed.flatMap(({ path, signedURL }) => (signedURL ? [[path, `${url}/storage/v1${signedURL}`]] : [])));
}

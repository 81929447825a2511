import { addressPhotos } from '@twostroke/shared/api/job-photos';
import { useQuery } from '@twostroke/shared/api/use-query';
import type { JobPhoto } from '@twostroke/shared/contracts/answers/inspection';
import { Photo, PhotoList } from '@twostroke/shared/ui/photo';

export interface ReportPhotosProps {
  photos: readonly JobPhoto[];
  /** What they show, as the workshop stores it. */
  subject: string;
  label: string;
  token?: string | undefined;
}

/** The photos of one thing, each a link to its full size. Nothing while their addresses are not known. */
export function ReportPhotos({ photos, subject, label, token }: ReportPhotosProps) {
  const paths = photos.filter((photo) => photo.subject === subject).map(({ path }) => path);
  const addresses = useQuery(paths.length > 0 ? `photos ${paths.join(' ')}` : null, () => addressPhotos(paths, token));
  if (addresses.status !== 'ready' || paths.length === 0) return null;
  return (
    <PhotoList>
      {paths.map((path, index) => (
        <li key={path}>
          <a href={addresses.data.get(path)} target="_blank" rel="noreferrer">
            <Photo src={addresses.data.get(path) ?? null} alt={`${label}, ${index + 1}`} />
          </a>
        </li>
      ))}
    </PhotoList>
  );
}

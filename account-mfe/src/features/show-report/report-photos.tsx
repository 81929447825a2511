import { addressPhotos } from '@twostroke/shared/api/job-photos';
import { useQuery } from '@twostroke/shared/api/use-query';
import type { JobPhoto } from '@twostroke/shared/contracts/answers/inspection';
import styles from './inspection-report.module.css';

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
  if (addresses.status !== 'ready') return null;
  return (
    <span className={styles.photos}>
      {paths.map((path, index) => (
        <a key={path} href={addresses.data.get(path)} target="_blank" rel="noreferrer">
          <img className={styles.photo} src={addresses.data.get(path)} alt={`${label}, ${index + 1}`} />
        </a>
      ))}
    </span>
  );
}

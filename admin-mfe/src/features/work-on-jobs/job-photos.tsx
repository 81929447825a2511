import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { useEffect, useId, useState } from 'react';
import { StoredPhotos } from '../../parts/stored-photos.tsx';
import styles from './job-photos.module.css';
import type { WorkshopJob } from './job.ts';
import { onPhotoStored } from './own-photos.ts';
import type { WaitingPhoto } from './photo-queue.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { usePhotos } from './use-photos.ts';
import { WaitingPicture } from './waiting-picture.tsx';

const mostOfSubject = 8;

export interface JobPhotosProps {
  job: WorkshopJob;
  /** check-in, point-<point>, concern-<line>, card-<line> or line-<extra work> */
  subject: string;
  /** What is photographed: "Front pads". */
  label: string;
}

/** Photos of one thing, and the button that takes one. What was taken without a network waits here. */
export function JobPhotos({ job, subject, label }: JobPhotosProps) {
  const id = useId();
  const { photos: all, queue } = usePhotos();
  const [arrived, setArrived] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const folder = `${job.id}/${subject}/`;
  useEffect(
    () =>
      onPhotoStored((path) => {
        if (path.startsWith(folder)) setArrived((before) => [...before, path]);
      }),
    [folder],
  );
  const read = job.photos.filter((photo) => photo.subject === subject).map(({ path }) => path);
  // From here on the job says whether it is there: somebody else may remove it.
  if (arrived.some((path) => read.includes(path))) setArrived(arrived.filter((path) => !read.includes(path)));
  const stored = [...new Set([...read, ...arrived])];
  const waiting = all.filter(({ path }) => path.startsWith(folder));

  async function take(files: FileList | null): Promise<void> {
    setProblem(null);
    for (const file of files ?? []) {
      try {
        const photo = await shrinkPhoto(file);
        const ending = photo.type === 'image/webp' ? 'webp' : 'jpg';
        await queue.add({
          path: `${folder}${crypto.randomUUID()}.${ending}`,
          photo,
          label: `${job.vehicle_number ?? job.number}, ${label}`,
        });
      } catch {
        setProblem('This photo could not be read. Take another one.');
      }
    }
  }

  return (
    <div className={styles.photos}>
      {(stored.length > 0 || waiting.length > 0) && (
        <StoredPhotos paths={stored} label={label} isOpen={job.closed_at === null}>
          {waiting.map((one) => (
            <Waiting key={one.path} waiting={one} label={label} onDrop={() => void queue.drop(one.path)} />
          ))}
        </StoredPhotos>
      )}
      <FormProblem sentence={problem} />
      {stored.length + waiting.length < mostOfSubject && (
        <label className={styles.take} htmlFor={id}>
          Add a photo<VisuallyHidden>: {label}</VisuallyHidden>
          <input
            id={id}
            type="file"
            accept="image/*"
            capture="environment"
            onChange={(event) => {
              void take(event.target.files);
              event.target.value = '';
            }}
          />
        </label>
      )}
    </div>
  );
}

function Waiting({ waiting, label, onDrop }: { waiting: WaitingPhoto; label: string; onDrop: () => void }) {
  return (
    <li>
      <WaitingPicture photo={waiting.photo} alt={`${label}, not sent yet`} />
      {waiting.problem === undefined ? (
        <p className={styles.state}>To send</p>
      ) : (
        <>
          {/* The list of what waits announces the reason. */}
          <p className={styles.state}>Not sent</p>
          <Button variant="line" onClick={onDrop}>
            Remove
          </Button>
        </>
      )}
    </li>
  );
}

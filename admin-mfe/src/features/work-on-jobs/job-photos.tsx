import { addressPhotos } from '@twostroke/shared/api/job-photos';
import { useQuery } from '@twostroke/shared/api/use-query';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Photo, PhotoList } from '@twostroke/shared/ui/photo';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { useEffect, useId, useState } from 'react';
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
  /** check-in, point-<point>, concern-<line> or line-<extra work> */
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
  const stored = [
    ...new Set([...job.photos.filter((photo) => photo.subject === subject).map(({ path }) => path), ...arrived]),
  ];
  const waiting = all.filter(({ path }) => path.startsWith(folder));
  const addresses = useQuery(stored.length > 0 ? `photos ${stored.join(' ')}` : null, () => addressPhotos(stored));

  const known = addresses.status === 'ready' ? addresses.data : new Map<string, string>();

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
        <PhotoList>
          {stored.map((path, index) => (
            <li key={path}>
              <Photo src={known.get(path) ?? null} alt={`${label}, ${index + 1}`} />
            </li>
          ))}
          {waiting.map((one) => (
            <Waiting key={one.path} waiting={one} label={label} onDrop={() => void queue.drop(one.path)} />
          ))}
        </PhotoList>
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

import { addressPhotos } from '@twostroke/shared/api/job-photos';
import { useQuery } from '@twostroke/shared/api/use-query';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Photo, PhotoList } from '@twostroke/shared/ui/photo';
import { useState, type ReactNode } from 'react';
import { removePhoto } from '../model/remove-photo.ts';

export interface StoredPhotosProps {
  /** Where Storage keeps them. */
  paths: readonly string[];
  /** What they show: "Front pads". */
  label: string;
  /** Whether they may be removed: until the booking is closed. */
  isOpen: boolean;
  /** Items that stand after them, such as photos that are not sent yet. */
  children?: ReactNode;
}

/** The photos of one thing, each a link to its full size. Removing one takes two presses. */
export function StoredPhotos({ paths, label, isOpen, children }: StoredPhotosProps) {
  const [gone, setGone] = useState<readonly string[]>([]);
  const [removes, setRemoves] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = paths.filter((path) => !gone.includes(path));
  const addresses = useQuery(shown.length > 0 ? `photos ${shown.join(' ')}` : null, () => addressPhotos(shown));
  const known = addresses.status === 'ready' ? addresses.data : new Map<string, string>();
  const toggle = removes ? 'Keep them' : 'Remove a photo';

  async function remove(path: string): Promise<void> {
    const isGone = await removePhoto(path).catch(() => false);
    setProblem(isGone ? null : 'It could not be removed: there is no network, the booking is closed, or it is gone.');
    if (isGone) setGone((before) => [...before, path]);
    if (isGone && shown.length === 1) setRemoves(false);
  }

  return (
    <>
      <PhotoList>
        {shown.map((path, index) => (
          <li key={path}>
            <a href={known.get(path)} target="_blank" rel="noreferrer">
              <Photo src={known.get(path) ?? null} alt={`${label}, ${index + 1}`} />
            </a>
            {removes && isOpen && (
              <Button variant="stop" aria-label={`Remove: ${label}, ${index + 1}`} onClick={() => void remove(path)}>
                Remove
              </Button>
            )}
          </li>
        ))}
        {children}
      </PhotoList>
      <FormProblem sentence={problem} />
      {isOpen && shown.length > 0 && (
        <Button variant="quiet" aria-label={`${toggle}: ${label}`} onClick={() => setRemoves(!removes)}>
          {toggle}
        </Button>
      )}
    </>
  );
}

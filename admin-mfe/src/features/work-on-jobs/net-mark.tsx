import { Button } from '@twostroke/shared/ui/button';
import { classList } from '@twostroke/shared/ui/class-list';
import { Icon } from '@twostroke/shared/ui/icon';
import { alert, check, clock, offline as offlineIcon } from '@twostroke/shared/ui/icons';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { Note } from '@twostroke/shared/ui/note';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import styles from './floor.module.css';
import { useMarkQueue } from './use-marks.ts';
import { usePhotoQueue } from './use-photos.ts';
import { pointWords } from '../../model/findings.ts';
import type { Conflict, WaitingMark } from './mark-queue.ts';
import type { WaitingPhoto } from './photo-queue.ts';
import { WaitingPicture } from './waiting-picture.tsx';

const isRejected = ({ problem }: { problem?: string }): boolean => problem !== undefined;

/** What of this phone has not arrived, marks and photos: how much waits, what was rejected, and where another mark counts. */
export function NetMark() {
  const { marks, conflicts, queue, ...sent } = useMarkQueue();
  const { photos, queue: photoQueue, ...sentPhotos } = usePhotoQueue();
  const offline = sent.offline || sentPhotos.offline;
  const failed = marks.filter(isRejected);
  const failedPhotos = photos.filter(isRejected);
  const rejected = failed.length + failedPhotos.length;
  const waiting = marks.length + photos.length - rejected;
  const words = waiting > 0 ? `${waiting} to send` : rejected > 0 ? `${rejected} not sent` : 'All sent';
  const icon = offline ? offlineIcon : waiting > 0 ? clock : rejected > 0 ? alert : check;
  return (
    <Stack gap="s" start>
      <span className={classList(styles.net, waiting > 0 && styles.waiting)}>
        <Icon small path={icon} />
        {words}
      </span>
      <LiveRegion message={offline ? `No network. ${words}.` : ''} />
      {offline && waiting > 0 && (
        <Note tone="warn" icon={offlineIcon}>
          <p>No network here. What you enter waits on this phone and is sent by itself.</p>
        </Note>
      )}
      {failed.map((mark) => (
        <Failed
          key={mark.mark.id}
          mark={mark}
          onAgain={() => queue.again(mark.mark.id)}
          onDrop={() => queue.drop(mark.mark.id)}
        />
      ))}
      {failedPhotos.map((photo) => (
        <FailedPhoto
          key={photo.path}
          photo={photo}
          onAgain={() => void photoQueue.again(photo.path)}
          onDrop={() => void photoQueue.drop(photo.path)}
        />
      ))}
      {conflicts.map((conflict) => (
        <Later key={conflict.id} conflict={conflict} onSettled={() => queue.settle(conflict.id)} />
      ))}
    </Stack>
  );
}

interface Ways {
  onAgain: () => void;
  onDrop: () => void;
}

function Failed({ mark: { label, problem, mark }, onAgain, onDrop }: Ways & { mark: WaitingMark }) {
  // A code that was wrong stays wrong, and each try counts.
  const canRepeat = !(mark.kind === 'step' && mark.handover_code !== undefined);
  return (
    <Note tone="stop" role="alert">
      <p>
        <b>Could not send: {label}.</b> {problem}
      </p>
      <Row>
        {canRepeat && (
          <Button variant="line" onClick={onAgain} aria-label={`Send again: ${label}`}>
            Send again
          </Button>
        )}
        <Button variant="line" onClick={onDrop} aria-label={`Remove: ${label}`}>
          Remove
        </Button>
      </Row>
    </Note>
  );
}

function FailedPhoto({ photo, onAgain, onDrop }: Ways & { photo: WaitingPhoto }) {
  const words = photo.label ?? 'a photo';
  return (
    <Note tone="stop" role="alert">
      <p>
        <b>Could not send: {words}.</b> {photo.problem}
      </p>
      <Row>
        <WaitingPicture photo={photo.photo} alt={`${words}, not sent`} />
        <Button variant="line" onClick={onAgain} aria-label={`Send again: photo, ${words}`}>
          Send again
        </Button>
        <Button variant="line" onClick={onDrop} aria-label={`Remove: photo, ${words}`}>
          Remove
        </Button>
      </Row>
    </Note>
  );
}

/** Two people marked one thing: both, side by side. */
function Later({ conflict: { label, job }, onSettled }: { conflict: Conflict; onSettled: () => void }) {
  const point = job.inspection.find((each) => label.includes(each.label));
  return (
    <Note tone="warn" role="alert">
      <div className={styles.sideBySide}>
        <p>
          <b>Yours, earlier</b>
          <br />
          {label}
        </p>
        <p>
          <b>Counts, later</b>
          <br />
          {point ? `${point.label}: ${pointWords[point.state]}` : 'Entered by somebody else'}
        </p>
      </div>
      <Row>
        <Button variant="line" onClick={onSettled}>
          Seen
        </Button>
      </Row>
    </Note>
  );
}

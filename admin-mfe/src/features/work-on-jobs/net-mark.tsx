import { atShop, formatTime } from '@twostroke/shared/domain/calendar';
import { Button } from '@twostroke/shared/ui/button';
import { classList } from '@twostroke/shared/ui/class-list';
import { Icon } from '@twostroke/shared/ui/icon';
import { alert, check, clock, offline as offlineIcon } from '@twostroke/shared/ui/icons';
import { LiveRegion } from '@twostroke/shared/ui/live-region';
import { Note } from '@twostroke/shared/ui/note';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import styles from './net-mark.module.css';
import { useMarkQueue } from './use-marks.ts';
import { usePhotoQueue } from './use-photos.ts';
import { isWaiting, type Conflict, type WaitingMark } from './mark-queue.ts';
import type { WaitingPhoto } from './photo-queue.ts';
import { WaitingPicture } from './waiting-picture.tsx';

const isRejected = ({ problem }: { problem?: string }): boolean => problem !== undefined;

/** What of this phone has not arrived, marks and photos: how much waits, what was rejected, and where another mark counts. */
export function NetMark() {
  const { marks, queue, ...sent } = useMarkQueue();
  const { photos, queue: photoQueue, ...sentPhotos } = usePhotoQueue();
  const offline = sent.offline || sentPhotos.offline;
  const failed = marks.filter(isRejected);
  const failedPhotos = photos.filter(isRejected);
  const rejected = failed.length + failedPhotos.length;
  const waiting = marks.filter(isWaiting).length + photos.length - failedPhotos.length;
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
      {marks.map(
        ({ mark, label, conflict }) =>
          conflict && (
            <Overruled
              key={mark.id}
              label={label}
              made={mark.made_at}
              conflict={conflict}
              onMine={() => queue.keep(mark.id)}
              onTheirs={() => queue.drop(mark.id)}
            />
          ),
      )}
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

interface OverruledProps {
  label: string;
  /** When this phone's own was entered. */
  made: string;
  conflict: Conflict;
  onMine: () => void;
  onTheirs: () => void;
}

const clockTime = (instant: string): string => formatTime(atShop(instant).time);

/** Two people entered one thing: both, side by side, and which one is kept. */
function Overruled({ label, made, conflict: { mine, theirs, by, at }, onMine, onTheirs }: OverruledProps) {
  return (
    <Note tone="warn" role="alert">
      <p>
        <b>Two entries: {label}.</b> The later one counts until you choose.
      </p>
      <dl className={styles.sideBySide}>
        <div>
          <dt>Yours, {clockTime(made)}</dt>
          <dd>{mine}</dd>
        </div>
        <div>
          <dt>
            {by}, {clockTime(at)}
          </dt>
          <dd>{theirs}</dd>
        </div>
      </dl>
      <Row>
        <Button variant="line" onClick={onMine} aria-label={`Keep mine: ${label}`}>
          Keep mine
        </Button>
        <Button variant="line" onClick={onTheirs} aria-label={`Keep theirs: ${label}`}>
          Keep theirs
        </Button>
      </Row>
    </Note>
  );
}

import { Photo } from '@twostroke/shared/ui/photo';
import { useEffect, useMemo } from 'react';

/** A photo that is still on this phone. */
export function WaitingPicture({ photo, alt }: { photo: Blob; alt: string }) {
  const address = useMemo(() => URL.createObjectURL(photo), [photo]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return <Photo src={address} alt={alt} />;
}

import { read } from '@twostroke/shared/client';
import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';

/** A customer who asked for a call. */
export interface StoredCallback {
  id: string;
  kind: DatabaseEnum<'callback_kind'>;
  name: string;
  /** `+91XXXXXXXXXX`; null while the duty of the reader does not show it. */
  phone: string | null;
  bike: string | null;
  pin: string | null;
  message: string | null;
  /** ISO 8601 */
  created_at: string;
  /** Calls without an answer: how many, and when the last was. */
  tries: number;
  tried_at: string | null;
}

/** Requests that are not called back yet, the oldest first. @throws AppError */
export async function readCallbacks(): Promise<StoredCallback[]> {
  return read((db) =>
    db
      .from('staff_callbacks')
      .select('id,kind,name,phone,bike,pin,message,created_at,tries,tried_at')
      .is('handled_at', null)
      .order('created_at')
      .limit(100)
      .overrideTypes<StoredCallback[], { merge: false }>(),
  );
}

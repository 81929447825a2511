import { createPhotoQueue, type UploadOutcome, type WaitingPhoto } from './photo-queue.ts';
import { storedSize } from './shrink-photo.ts';

const photo = new Blob(['photo'], { type: 'image/webp' });

function open(kept: WaitingPhoto[] = []) {
  const answers: Record<string, UploadOutcome> = {};
  const phone = { kept, sent: [] as string[], stored: [] as string[], answers };
  const queue = createPhotoQueue({
    store: { read: async () => phone.kept, change: async (edit) => (phone.kept = edit(phone.kept)) },
    upload: async (path) => {
      phone.sent.push(path);
      return phone.answers[path] ?? 'stored';
    },
    onStored: (path) => phone.stored.push(path),
  });
  return { phone, queue };
}

test('a photo is kept first, then sent, and gone from the phone once it is stored', async () => {
  const { phone, queue } = open();
  phone.answers['a'] = 'waits';
  await queue.add({ path: 'a', photo });
  await queue.flush();
  expect(phone.kept.map(({ path }) => path)).toEqual(['a']);
  expect(queue.state().offline).toBe(true);
  phone.answers['a'] = 'stored';
  await queue.flush();
  expect(phone.sent).toEqual(['a', 'a']);
  expect(phone.stored).toEqual(['a']);
  expect([phone.kept, queue.state()]).toEqual([[], { photos: [], offline: false }]);
});

test('photos of an earlier visit are sent in order, and without a network the later ones wait', async () => {
  const { phone, queue } = open([
    { path: 'a', photo },
    { path: 'b', photo },
  ]);
  phone.answers['a'] = 'waits';
  await queue.flush();
  expect(phone.sent).toEqual(['a']);
  delete phone.answers['a'];
  await queue.flush();
  expect(phone.stored).toEqual(['a', 'b']);
});

test('a rejected photo keeps its reason, is not sent again, holds nothing up, and can be removed', async () => {
  const { phone, queue } = open([
    { path: 'a', photo },
    { path: 'b', photo },
  ]);
  phone.answers['a'] = { problem: 'It is too large.' };
  await queue.flush();
  await queue.flush();
  expect(phone.sent).toEqual(['a', 'b']);
  expect(queue.state().photos).toMatchObject([{ path: 'a', problem: 'It is too large.' }]);
  await queue.drop('a');
  expect(phone.kept).toEqual([]);
});

test('two tabs keep the photos of each other', async () => {
  const { phone, queue } = open();
  phone.answers['a'] = phone.answers['b'] = 'waits';
  await queue.add({ path: 'a', photo });
  phone.kept = [...phone.kept, { path: 'b', photo }]; // another tab
  await queue.drop('a');
  expect(phone.kept.map(({ path }) => path)).toEqual(['b']);
  expect(queue.state().photos.map(({ path }) => path)).toEqual(['b']);
});

test('a rejected photo is sent again by a press', async () => {
  const { phone, queue } = open([{ path: 'a', photo }]);
  phone.answers['a'] = { problem: 'There are 8 photos of this already.' };
  await queue.flush();
  delete phone.answers['a'];
  await queue.again('a');
  await queue.flush();
  expect([phone.sent, phone.stored, phone.kept]).toEqual([['a', 'a'], ['a'], []]);
});

test('where the browser keeps nothing, photos wait in the page', async () => {
  const queue = createPhotoQueue({
    store: { read: () => Promise.reject(new Error('blocked')), change: () => Promise.reject(new Error('blocked')) },
    upload: async () => 'waits',
    onStored: () => undefined,
  });
  await queue.add({ path: 'a', photo });
  expect(queue.state().photos).toHaveLength(1);
});

test('the long side is 1,600 pixels at most, and small pictures stay as they are', () => {
  expect(storedSize({ width: 4000, height: 3000 })).toEqual({ width: 1600, height: 1200 });
  expect(storedSize({ width: 900, height: 3200 })).toEqual({ width: 450, height: 1600 });
  expect(storedSize({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 });
});

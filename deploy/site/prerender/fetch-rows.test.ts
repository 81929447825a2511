import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentVersionFrom, fetchRowsFrom } from './fetch-rows.ts';

const answers = (body: unknown) => () => Promise.resolve(Response.json(body));

test('rows and the version of the content are read as they were answered', async () => {
  const rows = await fetchRowsFrom('http://shop.test', 'key', answers([{ slug: 'chain' }]))('posts?select=slug');
  assert.deepEqual(rows, [{ slug: 'chain' }]);
  assert.equal(await contentVersionFrom('http://shop.test', 'key', answers('v7'))(), 'v7');
});

test('an answer of another shape is an error, never an address', async () => {
  for (const body of [{ slug: 'chain' }, [{ slug: 7 }], [null], null])
    await assert.rejects(fetchRowsFrom('http://shop.test', 'key', answers(body))('posts?select=slug'), /Invalid type/);
  await assert.rejects(contentVersionFrom('http://shop.test', 'key', answers({ version: 7 }))(), /Invalid type/);
});

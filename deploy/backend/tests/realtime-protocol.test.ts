import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRecord, parseFrame } from '../realtime/protocol.ts';

test('a message of five parts is a frame, and its payload is an object', () => {
  const frame = { joinRef: '1', ref: null, topic: 'realtime:a', event: 'phx_join', payload: { config: {} } };
  assert.deepEqual(parseFrame('["1",null,"realtime:a","phx_join",{"config":{}}]'), frame);
  for (const payload of ['[]', 'null', '"text"'])
    assert.deepEqual(parseFrame(`["1",null,"realtime:a","phx_join",${payload}]`), { ...frame, payload: {} });
});

test('anything else is none', () => {
  const long = 'r'.repeat(65);
  const texts = ['', '{', '{}', '[]', '["1",null,"t","e"]', '["1",null,"t","e",{},1]', '[1,null,"t","e",{}]'];
  for (const text of [...texts, '["1",null,7,"e",{}]', `["${long}",null,"t","e",{}]`])
    assert.equal(parseFrame(text), undefined, text);
  assert.deepEqual([{}, [], null, 'text'].map(isRecord), [true, false, false, false]);
});

import { expect, test } from 'vitest';
import { makeLog } from '../log.ts';
import { makeSnapshotSaver } from './save-snapshot.ts';

test('saves the index 30 seconds after the last change and at least every five minutes', () => {
  let seconds = 0;
  let seq = 1;
  const savedAt: number[] = [];
  const search = {
    status: () => ({ seq, records: 0, bytes: 0, workers: 1, meaning: false }),
    save: async () => void savedAt.push(seconds),
  };
  const look = makeSnapshotSaver(search, makeLog('silent'), () => seconds * 1_000);
  const pass = (to: number, changing: boolean): void => {
    for (; seconds < to; seconds += 1) {
      if (changing) seq += 1;
      look();
    }
  };
  pass(1_000, false);
  expect(savedAt).toEqual([]);
  pass(1_010, true);
  pass(1_500, false);
  expect(savedAt).toEqual([1_000, 1_039]);
  pass(2_200, true);
  expect(savedAt.slice(2)).toEqual([1_500, 1_800, 2_100]);
});

import { expect, test } from 'vitest';
import { readFrameMessage } from './frame-messages.ts';

test.each([
  [{ context: 'exercise', height: 410.2 }, { height: 411 }],
  [{ context: 'exercise', height: 1e9 }, { height: 20_000 }],
  [{ context: 'exercise', failed: true }, { failed: true }],
  [{ context: 'exercise', failed: 'yes' }, null],
  [{ context: 'exercise', height: -4 }, null],
  [{ context: 'exercise', height: NaN }, null],
  [{ context: 'exercise', height: '400' }, null],
  [{ context: 'exercise', scaled: 0.667 }, { percent: 67 }],
  [{ context: 'exercise', scaled: 3 }, null],
  [{ context: 'exercise', scaled: '1' }, null],
  [{ context: 'h5p', height: 400 }, null],
  ['exercise', null],
  [null, null],
])('%j says %j', (data, message) => expect(readFrameMessage(data)).toEqual(message));

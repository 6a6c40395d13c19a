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
  [{ context: 'exercise', kept: '{}' }, { kept: '{}' }],
  [{ context: 'exercise', kept: 'x'.repeat(2_000_001) }, null],
  [
    { context: 'exercise', missing: 'js/a.js' },
    { trouble: 'missing', name: 'js/a.js' },
  ],
  [
    { context: 'exercise', blocked: 'cdn.example:8080' },
    { trouble: 'blocked', name: 'cdn.example:8080' },
  ],
  [{ context: 'exercise', blocked: '<b>' }, null],
  [
    { context: 'exercise', needs: 'origin' },
    { trouble: 'origin', name: '' },
  ],
  [
    { context: 'exercise', unit: { id: 'i0', cmi: { a: '1', list: {} }, status: 'passed', scaled: 0.5, begun: false, ended: true } },
    { unit: 'i0', state: { cmi: { a: '1' }, status: 'passed', scaled: 0.5, begun: false, ended: true } },
  ],
  [{ context: 'exercise', unit: { id: 'i0', cmi: {}, status: 'great', scaled: null } }, null],
  [{ context: 'exercise', unit: { id: 'i0', cmi: {}, status: 'passed', scaled: 7 } }, null],
  [{ context: 'exercise', unit: { id: 7, cmi: {}, status: 'passed', scaled: null } }, null],
  [{ context: 'h5p', height: 400 }, null],
  ['exercise', null],
  [null, null],
])('parses the message %j as %j', (data, message) => expect(readFrameMessage(data)).toEqual(message));

import { expect, test } from 'vitest';
import type { UnitState } from '@fundus/contract/assignments/assignments';
import { sendUnits } from './send-units.ts';

const state = (about: Partial<UnitState> = {}): UnitState => ({
  cmi: {},
  status: 'incomplete',
  scaled: null,
  begun: false,
  ended: false,
  ...about,
});

test('sends only the latest state after a pending request', async () => {
  const sent: [string, UnitState][] = [];
  let finish = (): void => undefined;
  const report = sendUnits((unit, what) => {
    sent.push([unit, what]);
    return new Promise<void>((done) => (finish = done));
  });
  report('a', state({ scaled: 0.1 }));
  report('a', state({ begun: true, scaled: 0.2 }));
  report('a', state({ scaled: 0.3 }));
  report('b', state());
  expect(sent).toEqual([['a', state({ scaled: 0.1 })]]);
  finish();
  await new Promise((passed) => setTimeout(passed));
  finish();
  await new Promise((passed) => setTimeout(passed));
  expect(sent.slice(1)).toEqual([
    ['a', state({ begun: true, scaled: 0.3 })],
    ['b', state()],
  ]);
});

import { expect, test, vi } from 'vitest';
import { relayReports } from './relay-reports.ts';

const taker = () => ({ onScore: vi.fn(), onUnit: vi.fn(), loadUnits: vi.fn(async () => ({})) });

test('delivers earlier results once the panel is loaded', async () => {
  const { reports, take } = relayReports();
  reports.onScore(80);
  const units = reports.loadUnits();
  const panel = taker();
  take(panel);
  expect(await units).toEqual({});
  expect(panel.onScore).toHaveBeenCalledWith(80);
  const next = taker();
  take(next);
  reports.onScore(90);
  await Promise.resolve();
  expect([panel.onScore.mock.calls, next.onScore.mock.calls]).toEqual([[[80]], [[90]]]);
});

test('returns no stored states if the panel never loads', async () => {
  expect(await relayReports(10).reports.loadUnits()).toBeNull();
});

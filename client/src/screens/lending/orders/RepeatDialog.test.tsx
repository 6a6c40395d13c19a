import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/render.tsx';
import { RepeatDialog } from './RepeatDialog.tsx';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-29T10:00:00Z'), toFake: ['Date'] }));

it('suggests the weekday on which the earlier order began, at least a week from now', async () => {
  fakeApi();
  const lines = [{ start: '2026-03-04' }, { start: '2026-03-05' }];
  await show(<RepeatDialog order={{ id: '1', title: 'Radio', lines } as unknown as RentalOrder} onClose={() => {}} />);
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('09.12.2026');
});

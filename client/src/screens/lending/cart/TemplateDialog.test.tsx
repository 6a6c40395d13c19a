import type { LendingTemplate } from '@fundus/contract/lending/cart/templates';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { lendingPoint } from '../../../testing/lending.ts';
import { show } from '../../../testing/render.tsx';
import { readLending } from '../parts/lending-view.ts';
import { TemplateDialog } from './TemplateDialog.tsx';

const template = { id: '019b0000-0000-7000-8000-000000000009', name: 'Podcast', words: '', models: [] } as unknown as LendingTemplate;
/** Lending point that is open from Monday to Friday. */
const point = lendingPoint();

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-29T10:00:00Z'), toFake: ['Date'] }));

it.each([
  ['', ['07.12.2026', '08.12.2026']],
  ['from=2026-12-04', ['04.12.2026', '07.12.2026']],
])('suggests opening days (%s)', async (search, expected) => {
  fakeApi();
  await show(<TemplateDialog template={template} point={point} view={readLending(search)} onClose={() => {}} />);
  const fields = screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
  expect(fields).toEqual(expected);
});

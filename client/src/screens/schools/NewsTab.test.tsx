import { news } from '@fundus/contract/news/news';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { newsList } from '../../testing/news.ts';
import { person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { NewsTab } from './NewsTab.tsx';
import { parseSchoolView } from './school-view.ts';

it.each([
  ['L', 'Neuigkeiten Ihrer Schule erscheinen hier.'],
  ['S', 'Neuigkeiten deiner Schule erscheinen hier.'],
] as const)('addresses a user with role %s appropriately in an empty list', async (role, words) => {
  fakeApi(on(news.list, newsList([])));
  await show(<NewsTab view={parseSchoolView('')} show={() => undefined} />, { user: person({ role, school_id: 'school-1' }) });
  expect(await screen.findByText(words)).toBeDefined();
});

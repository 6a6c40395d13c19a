import { classes } from '@fundus/contract/classes/classes';
import { library } from '@fundus/contract/library/library';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, test } from 'vitest';
import { classLine } from '../../testing/class.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { frontendConfig, person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './HelpScreen.tsx';
import { topicNames, topicsFor } from './topics.ts';

const namesFor = (user: Parameters<typeof topicsFor>[0], offered = false) =>
  topicsFor(user, frontendConfig({ GeraeteVerleih: offered, LinkToMP: offered })).map(({ name }) => name);

test.each([
  ['a guest', null, ['signIn', 'search', 'play']],
  ['a pupil', person({ role: 'S' }), ['learnerAssignments', 'learnerGiven', 'learnerLists', 'learnerAsk', 'learnerCode']],
  ['other staff', person({ role: 'P' }), ['search', 'play', 'rights', 'keep']],
  [
    'a district administrator',
    person({ role: 'P', district_admin: '1' }),
    ['search', 'play', 'keep', 'licences', 'schools', 'signOn', 'imports', 'editing', 'appearance'],
  ],
])('shows the topics for %s', (_, user, names) => expect(namesFor(user)).toEqual(names));

test('hides school topics from a school administrator in the basic view', () => {
  expect(namesFor(person({ role: 'L', school_admin: '1' }))).toEqual(expect.arrayContaining(['classes', 'codes', 'people']));
  expect(namesFor(person({ role: 'L', school_admin: '2' }))).not.toContain('people');
});

test('omits topics of disabled features', () => {
  const [none, all] = [false, true].map((offered) => namesFor(person({ role: 'L', school_admin: '1' }), offered));
  expect(all!.filter((name) => !none!.includes(name))).toEqual(['lending', 'purchase', 'purchaseForSchool']);
});

test('has exactly one picture for each topic and language', () => {
  const files = Object.keys(import.meta.glob('./pictures/*.webp')).map((path) => path.replace('./pictures/', ''));
  const names = topicNames.flatMap((name) => [`${name}.de.webp`, `${name}.en.webp`]);
  expect(files.toSorted()).toEqual(names.toSorted());
});

describe('help', () => {
  const open = async (media: number) => {
    fakeApi(
      on(classes.list, {
        ...{ total: 1, offset: 0, limit: 50, years: [], codes_without_class: 0 },
        items: [classLine({ learners: 3, media })],
        counts: { own: 1, shared: 0, archived: 0, school: 0, deleted: 0 },
        can: { create: true, seeSchool: false, join: false },
      }),
      on(library.bookmarks, { total: 0, offset: 0, limit: 1, items: [] }),
    );
    const props = { name: 'help', params: {}, search: '', go: () => undefined, from: null } as const;
    await show(<Screen {...props} />, { config: frontendConfig(), user: person() });
  };

  it('checks off the first steps based on existing data', async () => {
    await open(0);
    const steps = within(await screen.findByRole('region', { name: 'Erste Schritte' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([
      'Ein Medium merkenoffen',
      'Eine Klasse anlegenerledigt',
      'Lernende aufnehmenerledigt',
      'Ein Medium für die Klasse freigebenoffen',
    ]);
  });

  it('shows no first steps to district administrators', async () => {
    fakeApi();
    const props = { name: 'help', params: {}, search: '', go: () => undefined, from: null } as const;
    await show(<Screen {...props} />, { config: frontendConfig(), user: person({ district_admin: '1' }) });
    expect(screen.queryByRole('region', { name: 'Erste Schritte' })).toBeNull();
  });

  it('finds topics that contain all words of a query', async () => {
    await open(1);
    const field = screen.getByRole('searchbox', { name: 'Hilfe durchsuchen' });
    fireEvent.change(field, { target: { value: 'karten CODE' } });
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(['Zugangscodes für Lernende']);
    expect(screen.getByRole('link', { name: 'Zugangscodes für Lernende: Zur Seite' }).getAttribute('href')).toBe('/classes');
    fireEvent.change(field, { target: { value: 'xyz' } });
    expect(screen.getByText('Dazu gibt es keinen Hilfetext')).toBeDefined();
  });
});

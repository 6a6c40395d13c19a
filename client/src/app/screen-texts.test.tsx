/** Tests of the texts split by screen: which ones the build finds, and what is shown until they are loaded. */
import { de, en } from '@fundus/contract/messages';
import { setup } from '@fundus/contract/setup/setup';
import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findKeys, textsOfScreens, type Script } from '../../screen-texts.ts';
import { t } from '../i18n/translate.ts';
import { fakeApi, on } from '../testing/fake-api.ts';
import { loadTextsOf, showLanguage } from './screen-texts.ts';

const keys = new Set([
  'nav.home',
  'nav.home.pupil',
  'error.gone',
  'error.internal',
  'error.screen.crash.title',
  'class.joined',
  'search.count',
]);
const said = (code: string) => [...findKeys(code, keys)].sort();

describe('texts used by a script', () => {
  it.each([
    ["named in any string, with the text for pupils: t('nav.home')", "t('nav.home')", ['nav.home', 'nav.home.pupil']],
    ['named in a table', "const all = { 'class.joined': 1, b: ['search.count'] }", ['class.joined', 'search.count']],
    ['composed with a variable suffix', 't(`error.${code}`)', ['error.gone', 'error.internal', 'error.screen.crash.title']],
    ['composed from a prefix in a variable', "const all = ['error.screen.']; say(all[0] + name)", ['error.screen.crash.title']],
    ['composed with a variable prefix', 't(`${of}.joined`)', ['class.joined']],
    ['in a template without a placeholder', 't(`class.joined`)', ['class.joined']],
    ['not found in similar strings', "x = `row-${a}`; y = `${a}.${b}`; z = `${a} px`; 'nav.homes'", []],
  ])('%s', (_, code, found) => expect(said(code)).toEqual(found));
});

describe('texts of a screen', () => {
  const script = (code: string, about: Partial<Script> = {}): Script => ({ code, imports: [], later: [], ...about });
  const scripts = new Map([
    ['src/main.tsx', script("t('nav.home')", { later: ['src/a.tsx', 'src/b.tsx', 'src/dialog.tsx'] })],
    ['src/dialog.tsx', script("t('app.close')")],
    ['src/a.tsx', script("t('login.title')", { imports: ['src/shared.ts', 'react'], later: ['src/late.tsx', 'src/b.tsx'] })],
    ['src/shared.ts', script("t('pager.next')")],
    ['src/late.tsx', script("t('rows.choose')", { imports: ['src/main.tsx'] })],
    ['src/b.tsx', script("t('media.about')")],
  ]);

  it('include shared texts and texts of lazily loaded parts', () => {
    const { keys: all, screens } = textsOfScreens(scripts, 'src/main.tsx', { a: 'src/a.tsx', b: 'src/b.tsx' });
    const namesOf = (screen: string) => screens[screen]!.map((at) => all[at]).sort();
    expect(namesOf('a')).toEqual(['app.close', 'login.title', 'nav.home', 'pager.next', 'rows.choose']);
    expect(namesOf('b')).toEqual(['app.close', 'media.about', 'nav.home']);
  });

  it('cannot be listed if the screen is missing from the build', () =>
    expect(() => textsOfScreens(scripts, 'src/main.tsx', { c: 'src/c.tsx' })).toThrow('the build does not contain src/c.tsx'));
});

describe('texts loaded during a visit', () => {
  const pick = (all: Record<string, string>, start: string) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith(start)));
  const OWN: Record<string, Record<string, string>> = { search: { 'search.submit': 'Los!' } };
  const OF: Record<string, string> = { homepage: 'home.', search: 'search.' };
  // Uses languages that are not loaded yet. Their texts are those of two known languages.
  let asked: string[];
  beforeEach(() => {
    asked = [];
    sessionStorage.clear();
    history.replaceState(null, '', '/');
    fakeApi(
      on(setup.locale, ({ params, query }) => {
        const all = params.lang === 'pl' ? de : en;
        const screen = query.screen as string | undefined;
        asked.push(`${params.lang} ${screen ?? 'all'}`);
        return {
          locale: params.lang!,
          default: screen ? pick(all, OF[screen]!) : all,
          custom: OWN[screen ?? ''] ?? {},
        };
      }),
    );
  });

  it('belong to the opened screen unless a key is missing', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    await showLanguage('pl');
    expect(asked).toEqual(['pl homepage']);
    expect(t('home.newest')).toBe(de['home.newest']);
    await loadTextsOf('search');
    await loadTextsOf('search');
    expect(asked).toEqual(['pl homepage', 'pl search']);
    expect(t('search.submit')).toBe('Los!');

    await showLanguage('cs');
    expect(asked.slice(2).sort()).toEqual(['cs homepage', 'cs search']);
    expect(t('home.newest')).toBe(en['home.newest']);

    // A missing key shows an empty text, never the key, until its text is loaded.
    expect(logged).not.toHaveBeenCalled();
    expect(t('nav.home')).toBe('');
    expect(t('nav.news')).toBe('');
    await waitFor(() => expect(t('nav.home')).toBe(en['nav.home']));
    expect(logged).toHaveBeenCalledExactlyOnceWith('No screen has named the text nav.home');
    expect(asked.filter((call) => call === 'cs all')).toHaveLength(1);
    logged.mockRestore();
  });
});

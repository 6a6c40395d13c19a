/** Texts come with their screen: which the build finds in its scripts, and what is shown until they are there. */
import { de, en } from '@fundus/contract/messages';
import { setup } from '@fundus/contract/setup/setup';
import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keysSaid, textsOfScreens, type Script } from '../../screen-texts.ts';
import { t } from '../i18n/translate.ts';
import { fakeApi, on } from '../testing/fake-api.ts';
import { loadTextsOf, showLanguage } from './screen-texts.ts';

const keys = new Set(['nav.home', 'error.gone', 'error.internal', 'error.screen.crash.title', 'class.joined', 'search.count']);
const said = (code: string) => [...keysSaid(code, keys)].sort();

describe('the texts a script may say', () => {
  it.each([
    ["named in any string: t('nav.home')", "t('nav.home')", ['nav.home']],
    ['named in a table', "const all = { 'nav.home': 1, b: ['search.count'] }", ['nav.home', 'search.count']],
    ['put together at its end', 't(`error.${code}`)', ['error.gone', 'error.internal', 'error.screen.crash.title']],
    [
      'put together of a beginning that stands elsewhere',
      "const all = ['error.screen.']; say(all[0] + name)",
      ['error.screen.crash.title'],
    ],
    ['put together at its beginning', 't(`${of}.joined`)', ['class.joined']],
    ['in a template without a gap', 't(`nav.home`)', ['nav.home']],
    ['nothing that only looks alike', "x = `row-${a}`; y = `${a}.${b}`; z = `${a} px`; 'nav.homes'", []],
  ])('%s', (_, code, found) => expect(said(code)).toEqual(found));
});

describe('the texts of a screen', () => {
  const script = (code: string, about: Partial<Script> = {}): Script => ({ code, imports: [], later: [], source: '', ...about });
  const scripts = new Map([
    ['entry.js', script("t('nav.home')", { source: 'src/main.tsx', later: ['a.js', 'b.js', 'dialog.js'] })],
    ['dialog.js', script("t('app.close')")],
    ['a.js', script("t('login.title')", { source: 'src/a.tsx', imports: ['shared.js'], later: ['late.js', 'b.js'] })],
    ['shared.js', script("t('pager.next')")],
    ['late.js', script("t('rows.choose')", { imports: ['entry.js'] })],
    ['b.js', script("t('media.about')", { source: 'src/b.tsx' })],
  ]);

  it('are those of every page, its own and what it loads later, not those of another screen', () => {
    const { keys: all, screens } = textsOfScreens(scripts, 'entry.js', { a: 'src/a.tsx', b: 'src/b.tsx' });
    const namesOf = (screen: string) => screens[screen]!.map((at) => all[at]).sort();
    expect(namesOf('a')).toEqual(['app.close', 'login.title', 'nav.home', 'pager.next', 'rows.choose']);
    expect(namesOf('b')).toEqual(['app.close', 'media.about', 'nav.home']);
  });

  it('refuses a screen that was not built', () =>
    expect(() => textsOfScreens(scripts, 'entry.js', { c: 'src/c.tsx' })).toThrow('src/c.tsx is not among the built files'));
});

describe('a visit', () => {
  const pick = (all: Record<string, string>, start: string) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith(start)));
  const OWN: Record<string, Record<string, string>> = { search: { 'search.submit': 'Los!' } };
  const OF: Record<string, string> = { homepage: 'home.', search: 'search.' };
  // Languages nobody has loaded yet, in the words of two that are there.
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

  it('loads the texts of a screen when it is opened, in the language shown then; what nobody named comes with all', async () => {
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

    // Never a key: nothing, until it is there.
    expect(logged).not.toHaveBeenCalled();
    expect(t('nav.home')).toBe('');
    expect(t('nav.news')).toBe('');
    await waitFor(() => expect(t('nav.home')).toBe(en['nav.home']));
    expect(logged).toHaveBeenCalledExactlyOnceWith('No screen has named the text nav.home');
    expect(asked.filter((call) => call === 'cs all')).toHaveLength(1);
    logged.mockRestore();
  });
});

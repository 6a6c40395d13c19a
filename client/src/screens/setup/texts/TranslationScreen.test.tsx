import { AppError } from '@fundus/contract/errors';
import { accounts } from '@fundus/contract/accounts/accounts';
import { mails } from '@fundus/contract/mails/calls';
import { setup } from '@fundus/contract/setup/setup';
import { setupAdmin } from '@fundus/contract/setup/admin';
import type { LanguageInfo, TextRow, TextSet } from '@fundus/contract/setup/texts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { Screen } from './TranslationScreen.tsx';

const language = (about: Partial<LanguageInfo> = {}): LanguageInfo => ({
  code: 'de',
  name: 'Deutsch',
  dir: 'ltr',
  enabled: true,
  is_default: true,
  has_texts: true,
  added: false,
  texts: 3,
  own: 0,
  missing: 0,
  drafts: 0,
  version: 0,
  ...about,
});
const row = (key: string, base: string, about: Partial<TextRow> = {}): TextRow => ({
  key,
  base,
  own: null,
  published: null,
  state: 'same',
  version: 0,
  changed_at: null,
  changed_by: null,
  ...about,
});
const set = (rows: TextRow[], about: Partial<LanguageInfo> = {}): TextSet => ({ language: language(about), rows, versions: [] });
const ROWS = [row('app.close', 'Schließen'), row('home.greeting.day', 'Guten Tag, {{name}}.'), row('nav.home', 'Start')];

/** Renders the screen with a URL of its own. */
function Page() {
  const [search, setSearch] = useState('');
  const go = (to: string) => setSearch(to.split('?')[1] ?? '');
  return <Screen {...({ name: 'translation', params: {}, search, go, from: null } as ScreenProps<'translation'>)} />;
}

async function opened(...routes: Parameters<typeof fakeApi>) {
  const api = fakeApi(
    on(accounts.userinfo, person({ district_admin: '1' })),
    on(setupAdmin.languages, { languages: [language()] }),
    on(setupAdmin.texts, set(ROWS)),
    ...routes,
  );
  await show(<Page />, { user: person({ district_admin: '1' }) });
  await screen.findByText('nav.home');
  return api;
}
const press = (name: string | RegExp, inside: HTMLElement = document.body) =>
  act(async () => void fireEvent.click(within(inside).getByRole('button', { name })));
const field = (key: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name: `Eigener Text für ${key}` });
const type = (key: string, value: string) => act(async () => void fireEvent.change(field(key), { target: { value } }));
const key = (name: string, name_: string) => act(async () => void fireEvent.keyDown(field(name), { key: name_ }));

describe('TranslationScreen', () => {
  it('previews a mail only while its text is valid', async () => {
    const MAIL = [row('mail.accountMade.text', 'Willkommen an {{school}}.'), ROWS[2]!];
    const api = fakeApi(
      on(accounts.userinfo, person({ district_admin: '1' })),
      on(setupAdmin.languages, { languages: [language()] }),
      on(setupAdmin.texts, set(MAIL)),
      on(mails.previewMail, ({ params, body }) => ({
        from: 'Kreismedienzentrum',
        subject: `Betreff ${params.lang}`,
        text: `Text: ${(body as { text?: string }).text ?? 'Entwurf'}`,
      })),
    );
    await show(<Page />, { user: person({ district_admin: '1' }) });
    await screen.findByText('nav.home');
    await press('nav.home bearbeiten');
    expect(screen.queryByRole('region', { name: 'Vorschau der Mail' })).toBeNull();
    await press('mail.accountMade.text bearbeiten');
    await type('mail.accountMade.text', 'Hallo {{school}}!');
    const preview = within(await screen.findByRole('region', { name: 'Vorschau der Mail' }));
    expect(preview.getByText('Kreismedienzentrum')).toBeDefined();
    await expect
      .poll(() => preview.getByTitle<HTMLIFrameElement>('Vorschau der Mail').src)
      .toContain(encodeURIComponent('Hallo {{school}}!').replaceAll('%20', '+').replace('!', '%21'));
    expect(preview.getByTitle('Vorschau der Mail').getAttribute('sandbox')).toBe('');
    fireEvent.click(preview.getByRole('button', { name: 'Nur Text' }));
    expect(await preview.findByText('Text: Hallo {{school}}!')).toBeDefined();
    fireEvent.click(preview.getByRole('button', { name: 'Englisch' }));
    expect(await preview.findByText('Betreff en')).toBeDefined();
    expect(await preview.findByText('Text: Entwurf')).toBeDefined();
    await type('mail.accountMade.text', 'Hallo!');
    screen.getByText('Der Platzhalter {{school}} fehlt.');
    expect(screen.queryByRole('region', { name: 'Vorschau der Mail' })).toBeNull();
    expect(api.to(mails.previewMail).every(({ body }) => (body as { text?: string }).text !== 'Hallo!')).toBe(true);
  });
  it('saves only a valid text on Enter', async () => {
    const api = await opened(
      on(setupAdmin.saveText, ({ body }) =>
        row('home.greeting.day', 'Guten Tag, {{name}}.', { own: (body as { text: string }).text, state: 'changed', version: 1 }),
      ),
    );
    await press('home.greeting.day bearbeiten');
    await type('home.greeting.day', 'Moin!');
    screen.getByText('Der Platzhalter {{name}} fehlt.');
    await key('home.greeting.day', 'Enter');
    expect(api.to(setupAdmin.saveText)).toHaveLength(0);
    await type('home.greeting.day', 'Moin, {{name}}!');
    await key('home.greeting.day', 'Enter');
    await screen.findByText('Moin, {{name}}!');
    expect(api.to(setupAdmin.saveText)[0]).toMatchObject({
      params: { lang: 'de', key: 'home.greeting.day' },
      body: { text: 'Moin, {{name}}!', version: 0 },
    });
    screen.getByText('1 Text im Entwurf');
  });

  it('discards the input on Escape', async () => {
    const api = await opened();
    await press('nav.home bearbeiten');
    await type('nav.home', 'Anfang');
    await key('nav.home', 'Escape');
    expect(screen.queryByRole('textbox', { name: /nav.home/ })).toBeNull();
    expect(api.to(setupAdmin.saveText)).toHaveLength(0);
  });

  it('shows both texts after a concurrent change', async () => {
    const api = await opened(
      on(setupAdmin.saveText, ({ body }) => {
        const { text, version } = body as { text: string; version: number };
        if (version === 4) return row('nav.home', 'Start', { own: text, state: 'changed', version: 5 });
        return new AppError('version_conflict', { details: { mine: text, theirs: 'Beginn', version: 4, changed_by: 'Ole Bahr' } });
      }),
    );
    await press('nav.home bearbeiten');
    await type('nav.home', 'Anfang');
    await press('Speichern');
    const alert = await screen.findByRole('alert');
    within(alert).getByText(/Ole Bahr hat diesen Text inzwischen geändert/);
    within(alert).getByText('Beginn');
    expect(field('nav.home').value).toBe('Anfang');
    await press('Meine Fassung speichern');
    await screen.findByText('Anfang');
    expect(api.to(setupAdmin.saveText).at(-1)!.body).toEqual({ text: 'Anfang', version: 4 });
  });

  it('previews the changes in a file before importing them', async () => {
    const report = { added: [{ key: 'nav.home', after: 'Anfang' }], changed: [], same: 1, unknown: ['foo.bar'], invalid: [] };
    const api = await opened(on(setupAdmin.importTexts, report));
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await act(async () => void fireEvent.change(input, { target: { files: [new File(['{"nav":{"home":"Anfang"},"n":1}'], 'de.json')] } }));
    const dialog = await screen.findByRole('dialog', { name: 'Änderungen durch „de.json“' });
    within(dialog).getByText('Neu: 1');
    within(dialog).getByText('foo.bar');
    within(dialog).getByText('Das ist kein Text.');
    expect(api.to(setupAdmin.importTexts).map(({ body }) => (body as { dry_run: boolean }).dry_run)).toEqual([true]);
    await press('1 Text in den Entwurf übernehmen', dialog);
    expect(api.to(setupAdmin.importTexts).at(-1)!.body).toEqual({ texts: { 'nav.home': 'Anfang' }, dry_run: false });
  });

  it('rejects a file that is not JSON', async () => {
    const api = await opened();
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await act(async () => void fireEvent.change(input, { target: { files: [new File(['nope'], 'de.json')] } }));
    await screen.findByText('Keine gültige JSON-Datei');
    expect(api.to(setupAdmin.importTexts)).toHaveLength(0);
  });

  it('shows the new texts immediately after publishing', async () => {
    const draft = [
      row('app.close', 'Schließen'),
      row('texts.title', 'Texte und Sprachen', { own: 'Wörter', state: 'changed', version: 1 }),
      row('nav.home', 'Start'),
    ];
    const custom = { 'texts.title': 'Wörter' };
    await opened(
      on(setupAdmin.texts, set(draft)),
      on(setupAdmin.publishTexts, set([row('nav.home', 'Start')], { version: 1 })),
      on(setup.locale, { locale: 'de', default: { 'texts.title': 'Texte und Sprachen' }, custom }),
    );
    await press('Veröffentlichen');
    await screen.findByRole('heading', { level: 1, name: 'Wörter' });
    screen.getByText('Alles ist veröffentlicht');
  });

  it('edits two languages side by side', async () => {
    const english = language({ code: 'en', is_default: false });
    const own = row('nav.home', 'Home', { own: 'Start page', state: 'changed', version: 1 });
    const ofEnglish = { language: english, versions: [], rows: [row('app.close', 'Close'), row('nav.home', 'Home')] };
    const api = await opened(
      on(setupAdmin.languages, { languages: [language(), english] }),
      on(setupAdmin.texts, ({ params }) => (params.lang === 'en' ? ofEnglish : set(ROWS))),
      on(setupAdmin.saveText, own),
    );
    const table = await screen.findByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Schlüssel', 'Deutsch', 'Englisch']);
    expect(within(table).getByRole('row', { name: /^app.close/ }).textContent).toBe('app.closeSchließenClose');
    await press('nav.home auf Englisch bearbeiten');
    await type('nav.home', 'Start page');
    await key('nav.home', 'Enter');
    expect(api.to(setupAdmin.saveText)[0]).toMatchObject({ params: { lang: 'en', key: 'nav.home' } });
    await screen.findByText('Start page');
    screen.getByText('Standard: Home');
    await press('Seiten tauschen und veröffentlichen');
    await screen.findByRole('columnheader', { name: 'Englisch' });
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Schlüssel', 'Englisch', 'Deutsch']);
  });

  it('filters texts by search words', async () => {
    await opened();
    await act(async () => void fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'start' } }));
    await screen.findByText('1 Text');
    expect(screen.queryByText('app.close')).toBeNull();
  });
});

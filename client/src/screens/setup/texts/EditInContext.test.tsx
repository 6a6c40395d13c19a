import { setup } from '@fundus/contract/setup/setup';
import { setupAdmin } from '@fundus/contract/setup/admin';
import { de } from '@fundus/contract/messages';
import type { LanguageInfo, TextRow } from '@fundus/contract/setup/texts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stripMarks } from '../../../i18n/text-marks.ts';
import { useT } from '../../../i18n/translate.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { EditInContext } from './EditInContext.tsx';

const language: LanguageInfo = {
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
};
const row = ([key, base]: [string, string]): TextRow => ({
  key,
  base,
  own: null,
  published: null,
  state: 'same',
  version: 0,
  changed_at: null,
  changed_by: null,
});
const rows = Object.entries(de).map(row);
const clicked = vi.fn();

/** Page with the text editor on top. */
function Page() {
  const { t } = useT();
  const [editing, setEditing] = useState(true);
  return (
    <>
      <h1>{t('nav.home')}</h1>
      <button type="button" aria-label={t('card.bookmark')} onClick={clicked} />
      <p>{t('texts.drafts', { count: 2 })}</p>
      {editing && <EditInContext lang="de" go={() => setEditing(false)} />}
    </>
  );
}

async function opened() {
  const api = fakeApi(
    on(setupAdmin.texts, { language, rows, versions: [] }),
    on(setupAdmin.languages, { languages: [language] }),
    on(setupAdmin.saveText, ({ params, body }) => ({
      ...row([params.key!, de[params.key as keyof typeof de]]),
      own: (body as { text: string }).text,
      state: 'changed' as const,
      version: 1,
    })),
    on(setup.locale, { locale: 'de', default: de, custom: {} }),
  );
  await show(<Page />, { user: person({ district_admin: '1' }) });
  await waitFor(() => expect(document.querySelectorAll('[data-text-keys]').length).toBeGreaterThan(2));
  // The page is marked before the editor lists its texts.
  await waitFor(() => expect(screen.getByRole('button', { name: /Texte dieser Seite/ })).toHaveProperty('disabled', false));
  return api;
}
const heading = () => screen.getByRole('heading', { level: 1 });
const click = (element: Element) => act(async () => void fireEvent.click(element));

beforeEach(() => clicked.mockClear());

describe('EditInContext', () => {
  it('shows the edited text on the page after saving', async () => {
    const api = await opened();
    await click(heading());
    const field = screen.getByRole('textbox', { name: /nav\.home/ });
    await act(async () => void fireEvent.change(field, { target: { value: 'Anfang' } }));
    await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }));
    expect(api.to(setupAdmin.saveText)[0]).toMatchObject({ params: { lang: 'de', key: 'nav.home' }, body: { text: 'Anfang', version: 0 } });
    await waitFor(() => expect(stripMarks(heading().textContent!)).toBe('Anfang'));
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('blocks links and buttons until the user leaves edit mode', async () => {
    await opened();
    const button = document.querySelector('button[data-text-keys="card.bookmark"]')!;
    await click(button);
    expect(clicked).not.toHaveBeenCalled();
    screen.getByRole('textbox', { name: /card\.bookmark/ });
    await click(screen.getAllByRole('button', { name: /Abbrechen/ })[0]!);
    await click(screen.getByRole('button', { name: /Seite bedienen/ }));
    await click(button);
    expect(clicked).toHaveBeenCalledTimes(1);
  });

  it('lists all texts of the page', async () => {
    await opened();
    await click(screen.getByRole('button', { name: /Texte dieser Seite/ }));
    const list = screen.getByRole('dialog');
    expect(within(list).getAllByRole('listitem').length).toBe(3);
    await click(within(list).getByText('texts.drafts'));
    const forms = within(screen.getByRole('dialog'))
      .getAllByRole('listitem')
      .map((item) => item.querySelector('code')!.textContent);
    expect(forms).toEqual(['texts.drafts_one', 'texts.drafts_other']);
  });

  it('removes all markers when the editor is closed', async () => {
    await opened();
    await click(screen.getByRole('button', { name: /Fertig/ }));
    await waitFor(() => expect(heading().textContent).toBe('Start'));
    expect(document.querySelectorAll('[data-text-keys]')).toHaveLength(0);
  });
});

import { accounts } from '@fundus/contract/accounts/accounts';
import { library } from '@fundus/contract/library/library';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Snackbar } from '../../../app/frame/Snackbar.tsx';
import { clearBookmarks, isBookmarked, setBookmarked } from '../../../stores/bookmarks.ts';
import { guestBookmarks } from '../../../stores/guest-bookmarks.ts';
import { closeSnackbar } from '../../../stores/snackbar.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { mediaItem } from '../../../testing/media-item.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { MAX_SELECTED, useSelectionMode } from './choice.ts';
import { ChoiceBar } from './ChoiceBar.tsx';
import { MediaGrid } from '../MediaGrid.tsx';

const [cell, leaf] = [mediaItem({ identifier: 'FU-1' }), mediaItem({ identifier: 'FU-2', fn_titel: 'Das Blatt' })];

function List({ items = [cell, leaf] }) {
  const choice = useSelectionMode();
  return (
    <>
      <button type="button" onClick={choice.begin}>
        Wählen
      </button>
      <MediaGrid items={items} context="search" choice={choice} />
      {choice.chosen && <ChoiceBar chosen={choice.chosen} choice={choice} items={items} />}
      <Snackbar />
    </>
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));
const status = () => within(screen.getByRole('region', { name: 'Ausgewählte Medien' })).getByRole('status').textContent;

beforeEach(() => {
  clearBookmarks();
  closeSnackbar();
});

describe('selection of several media', () => {
  it('updates the count when the user selects all or no media', async () => {
    await show(<List />);
    press('Wählen');
    expect(status()).toBe('0 ausgewählt');
    for (const name of ['Merken', 'Karten drucken']) expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    tick('Das Blatt');
    expect(status()).toBe('1 ausgewählt');
    press('Alle auswählen');
    expect(status()).toBe('2 ausgewählt');
    press('Auswahl aufheben');
    expect(status()).toBe('0 ausgewählt');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(screen.queryByRole('checkbox')).toBeNull();
    screen.getByRole('link', { name: 'Das Blatt' });
  });

  it('limits the selection to the maximum number of media per call', async () => {
    await show(
      <List items={Array.from({ length: MAX_SELECTED + 1 }, (_, i) => mediaItem({ identifier: `M-${i}`, fn_titel: `Medium ${i}` }))} />,
    );
    press('Wählen');
    press('Alle auswählen');
    expect(status()).toBe('100 ausgewählt, mehr ist nicht möglich');
    tick('Medium 100');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Medium 100' }).checked).toBe(false);
  });

  const bookmarkAll = async () => {
    const api = fakeApi(
      on(accounts.userinfo, person()),
      on(library.takeBookmarks, { taken: 1 }),
      on(library.removeBookmark, { bookmarked: false }),
    );
    await show(<List />);
    setBookmarked('FU-1', true);
    press('Wählen');
    press('Alle auswählen');
    await act(async () => press('Merken'));
    await screen.findByText('2 Medien stehen auf Ihrer Merkliste.');
    return api;
  };

  it('bookmarks all selected media in one call', async () => {
    const api = await bookmarkAll();
    expect(api.to(library.takeBookmarks)[0]).toMatchObject({ body: { identifiers: ['FU-1', 'FU-2'] } });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('keeps earlier bookmarks when the user undoes a bulk bookmark', async () => {
    const api = await bookmarkAll();
    await act(async () => press('Rückgängig'));
    await waitFor(() => expect(api.to(library.removeBookmark).map(({ params }) => params)).toEqual([{ mediaId: 'FU-2' }]));
    expect([isBookmarked(cell), isBookmarked(leaf)]).toEqual([true, false]);
  });

  it('stores a guest’s bookmarks on the device', async () => {
    await show(<List />, { user: false });
    press('Wählen');
    tick('Das Blatt');
    press('Merken');
    expect(guestBookmarks()).toContain('FU-2');
    await screen.findByText('1 Medium ist auf diesem Gerät gemerkt.');
  });

  it('prints a card with address and QR code for each medium', async () => {
    const print = vi.fn(() => {
      const cards = [...document.querySelectorAll('.print-card')];
      expect(cards.map((card) => card.querySelector('h2')?.textContent)).toEqual(['Das Blatt', 'Die Zelle']);
      expect(cards[0]!.querySelector('.print-qr')?.getAttribute('src')).toBe('/api/v1/media/FU-2/qr');
      expect(cards[0]!.querySelector('.print-address')?.textContent).toBe(`${location.host}/media/FU-2`);
    });
    vi.stubGlobal('print', print);
    const decoded: (() => void)[] = [];
    HTMLImageElement.prototype.decode = () => new Promise((done) => decoded.push(() => done()));
    await show(<List />);
    press('Wählen');
    tick('Das Blatt');
    tick('Die Zelle');
    press('Karten drucken');
    expect(decoded).toHaveLength(4);
    expect(print).not.toHaveBeenCalled();
    await act(async () => decoded.forEach((done) => done()));
    expect(print).toHaveBeenCalledTimes(1);
    expect(document.querySelector('.print-sheet')).toBeNull();
    expect(status()).toBe('2 ausgewählt');
  });
});

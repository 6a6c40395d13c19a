import { AppError } from '@fundus/contract/errors';
import { medialistItems } from '@fundus/contract/medialists/items';
import { medialists, type Medialist } from '@fundus/contract/medialists/medialists';
import { medialistSharing, type Release } from '@fundus/contract/medialists/sharing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Snackbar } from '../../app/frame/Snackbar.tsx';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { mediaItem } from '../../testing/media-item.ts';
import { forLearner, itemId, listId, listItem, medialist } from '../../testing/medialist.ts';
import { person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './MedialistScreen.tsx';

/** A stream controlled by the test. */
class Stream {
  static open: Stream[] = [];
  static readonly CLOSED = 2;
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    Stream.open.push(this);
  }
  close(): void {
    Stream.open = Stream.open.filter((one) => one !== this);
  }
  say(versions: object): void {
    this.onmessage?.({ data: JSON.stringify(versions) });
  }
}

const go = vi.fn();
const open = (user = person({ school_id: 'school-1' })) =>
  show(
    <>
      <Screen name="medialist" params={{ id: listId }} search="" go={go} from={null} />
      <Snackbar />
    </>,
    { user },
  );
const titles = () =>
  within(screen.getAllByRole('list').find((one) => one.tagName === 'OL')!)
    .getAllByRole('heading')
    .map((heading) => heading.textContent);
const reordered = (list: Medialist, ...order: number[]) => ({
  items: order.map((n) => list.contents[n - 1]!),
  content_version: list.content_version + 1,
});
const menu = async (title: string, item: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Weitere Aktionen zu ${title}` }));
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
};

beforeEach(() => {
  Stream.open = [];
  vi.stubGlobal('EventSource', Stream);
  go.mockReset();
});

describe('reordering items', () => {
  it('moves an item before the server has confirmed the move', async () => {
    const list = medialist();
    const api = fakeApi(on(medialists.read, list), on(medialistItems.moveItem, reordered(list, 2, 1, 3)));
    await open();
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Medium 1 verschieben' }), { key: 'ArrowDown' });
    expect(titles()).toEqual(['Medium 2', 'Medium 1', 'Medium 3']);
    await waitFor(() => expect(api.to(medialistItems.moveItem)[0]?.body).toEqual({ after_id: itemId(2) }));
    expect(titles()).toEqual(['Medium 2', 'Medium 1', 'Medium 3']);
  });

  it('keeps the new order while the move is being stored', async () => {
    const list = medialist();
    const api = fakeApi(on(medialists.read, list), on(medialistItems.moveItem, reordered(list, 2, 1, 3)));
    await open();
    const grip = await screen.findByRole('button', { name: 'Medium 1 verschieben' });
    const moved: string[] = [];
    const watch = new MutationObserver((changes) =>
      changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => moved.push(node.nodeName))),
    );
    fireEvent.keyDown(grip, { key: 'ArrowDown' });
    watch.observe(grip.closest('ol')!, { childList: true });
    fireEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen zu Medium 1' }));
    await waitFor(() => expect(api.to(medialistItems.moveItem)).toHaveLength(1));
    await act(() => new Promise((passed) => setTimeout(passed, 50)));
    watch.disconnect();
    expect(moved).toEqual([]);
    expect(screen.getByRole('menuitem', { name: 'Entfernen' })).toBeDefined();
    expect(titles()).toEqual(['Medium 2', 'Medium 1', 'Medium 3']);
  });

  it('moves an item to the position that the user enters', async () => {
    const list = medialist();
    const api = fakeApi(on(medialists.read, list), on(medialistItems.moveItem, reordered(list, 3, 1, 2)));
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Medium 3: Position 3, an andere Position verschieben' }));
    const place = await screen.findByLabelText('An Position');
    fireEvent.change(place, { target: { value: '4' } });
    expect(screen.getByText('Bitte geben Sie eine Zahl von 1 bis 3 ein.')).toBeDefined();
    fireEvent.change(place, { target: { value: '1' } });
    fireEvent.click(screen.getByRole('button', { name: 'Verschieben' }));
    expect(titles()).toEqual(['Medium 3', 'Medium 1', 'Medium 2']);
    await waitFor(() => expect(api.to(medialistItems.moveItem)[0]?.body).toEqual({ after_id: null }));
  });

  it('restores the order of the server if a neighbouring item was removed', async () => {
    let list = medialist();
    fakeApi(
      on(medialists.read, () => list),
      on(medialistItems.moveItem, () => {
        list = medialist({ contents: [listItem(1), listItem(3)], content_version: 2 });
        return new AppError('version_conflict', { field: 'after_id', details: { current: list } });
      }),
    );
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Nach unten: Medium 1' }));
    expect(await screen.findByText('Jemand anderes hat die Liste inzwischen geändert. So sieht sie jetzt aus.')).toBeDefined();
    await waitFor(() => expect(titles()).toEqual(['Medium 1', 'Medium 3']));
  });
});

it('restores a removed item', async () => {
  const list = medialist();
  const api = fakeApi(
    on(medialists.read, list),
    on(medialistItems.removeItem, reordered(list, 1, 3)),
    on(medialistItems.restoreItems, { ok: true }),
  );
  await open();
  await menu('Medium 2', 'Entfernen');
  expect(titles()).toEqual(['Medium 1', 'Medium 3']);
  fireEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
  await waitFor(() => expect(api.to(medialistItems.restoreItems)[0]?.body).toEqual({ items: [itemId(2)] }));
});

it('marks a medium whose file is missing', async () => {
  fakeApi(on(medialists.read, medialist({ contents: [listItem(1), listItem(2, { item: mediaItem({ viewer: 'none' }) })] })));
  await open();
  expect(await screen.findAllByText('Hier noch nicht abrufbar')).toHaveLength(1);
});

describe('concurrent changes to an item', () => {
  const openDialog = async () => {
    await open();
    await menu('Medium 1', 'Bearbeiten');
    return screen.findByRole('dialog');
  };
  const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it('merges changes of different fields', async () => {
    const theirs = listItem(1, { version: 2, note_teacher: 'Beamer' });
    const sent: unknown[] = [];
    fakeApi(
      on(medialists.read, medialist()),
      on(medialistItems.changeItem, ({ body }) => {
        sent.push(body);
        return sent.length === 1 ? new AppError('version_conflict', { details: { current: theirs } }) : { ...theirs, version: 3 };
      }),
    );
    await openDialog();
    write('Aufgabe für Lernende', 'Lest Seite 3');
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([
      { version: 1, note_learner: 'Lest Seite 3' },
      { version: 2, note_learner: 'Lest Seite 3' },
    ]);
  });

  it('shows both values of a field that two users changed', async () => {
    const theirs = listItem(1, { version: 2, note_learner: 'Lest Seite 9' });
    const sent: unknown[] = [];
    fakeApi(
      on(medialists.read, medialist()),
      on(medialistItems.changeItem, ({ body }) => {
        sent.push(body);
        return sent.length === 1 ? new AppError('version_conflict', { details: { current: theirs } }) : { ...theirs, version: 3 };
      }),
    );
    await openDialog();
    write('Aufgabe für Lernende', 'Lest Seite 3');
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Lest Seite 9');
    expect((screen.getByLabelText('Aufgabe für Lernende') as HTMLTextAreaElement).value).toBe('Lest Seite 3');
    fireEvent.click(screen.getByRole('button', { name: 'Meine Fassung speichern' }));
    await waitFor(() => expect(sent[1]).toEqual({ version: 2, note_learner: 'Lest Seite 3' }));
  });
});

describe('live updates', () => {
  const hide = (hidden: boolean) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible');
    fireEvent(document, new Event('visibilitychange'));
  };

  it("refetch the list without losing the user's input", async () => {
    let list = medialist();
    const api = fakeApi(on(medialists.read, () => list));
    await open();
    await menu('Medium 1', 'Bearbeiten');
    const note = await screen.findByLabelText('Aufgabe für Lernende');
    fireEvent.change(note, { target: { value: 'Halb geschr' } });
    const before = api.to(medialists.read).length;
    await act(async () => Stream.open[0]!.say({ version: 1, content_version: 1 }));
    expect(api.to(medialists.read)).toHaveLength(before);
    list = medialist({ content_version: 2, contents: [listItem(4), listItem(1, { note_learner: 'Anderes', version: 2 })] });
    await act(async () => Stream.open[0]!.say({ version: 1, content_version: 2 }));
    await waitFor(() => expect(titles()).toEqual(['Medium 4', 'Medium 1']));
    expect((note as HTMLTextAreaElement).value).toBe('Halb geschr');
  });

  it('are received only while the page is visible', async () => {
    fakeApi(on(medialists.read, medialist()));
    const { unmount } = await open();
    await screen.findByRole('heading', { name: 'Vulkane' });
    expect(Stream.open.map(({ url }) => url)).toEqual([`/api/v1/medialists/${listId}/events`]);
    hide(true);
    expect(Stream.open).toEqual([]);
    hide(false);
    expect(Stream.open).toHaveLength(1);
    unmount();
    expect(Stream.open).toEqual([]);
  });

  it('remove the list when the user loses access', async () => {
    let gone = false;
    fakeApi(on(medialists.read, () => (gone ? new AppError('not_found') : medialist())));
    await open();
    await screen.findByRole('heading', { name: 'Vulkane' });
    gone = true;
    const [stream] = Stream.open;
    stream!.readyState = Stream.CLOSED;
    await act(async () => stream!.onerror!());
    expect(await screen.findByRole('heading', { name: 'Diese Liste gibt es nicht' })).toBeDefined();
  });
});

it('shows a learner the tasks without the actions of teachers', async () => {
  fakeApi(on(medialists.read, forLearner({ contents: [listItem(1, { note_learner: 'Lest Seite 3', added_by: '' })], left_out: 1 })));
  await open(person({ role: 'S', school_id: 'school-1' }));
  expect(await screen.findByText('Lest Seite 3')).toBeDefined();
  expect(screen.getByText('1 weiteres Medium nur für Lehrkräfte')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Medium 1' }).getAttribute('href')).toBe(`/medialists/${listId}/FU-1?item=${itemId(1)}`);
  expect(screen.queryByRole('button', { name: /verschieben|Bearbeiten|Freigeben|Weitere Aktionen/ })).toBeNull();
});

it('lists releases, staff and members in one section', async () => {
  const release: Release = {
    ...{ id: itemId(9), target: 'class', target_id: itemId(8), name: '8b', class: { id: itemId(8), name: '8b' }, state: 'active' },
    ...{ visible_from: null, visible_until: '2027-07-31', can_download: false, created_by: 'Miriam Falkner', can: { change: true } },
  };
  fakeApi(
    on(medialists.read, medialist({ can: { seeSharing: true }, visibility: 'private' })),
    on(medialistSharing.sharing, { members: [{ id: itemId(7), name: 'Ben Buche', detail: '', role: 'editor' }], releases: [release] }),
  );
  await open();
  const panel = within(await screen.findByRole('complementary', { name: 'Wer die Liste hat' }));
  await panel.findByRole('link', { name: '8b' });
  expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '8bbis 31.07.2027',
    'Kollegium der SchuleDas Kollegium sieht die Liste nicht.',
    'Ben Buchedarf mitarbeiten',
  ]);
  fireEvent.click(panel.getByRole('button', { name: 'Mitarbeit ändern: Ben Buche' }));
  expect(await screen.findByRole('dialog', { name: '„Vulkane“ freigeben' })).toBeDefined();
});

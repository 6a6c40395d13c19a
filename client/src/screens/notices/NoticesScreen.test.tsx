import { AppError } from '@fundus/contract/errors';
import { notices, type Notice } from '@fundus/contract/notices/notices';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Bell } from '../../app/navigation/Bell.tsx';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './NoticesScreen.tsx';

const notice = (nth: number, about: Partial<Notice> = {}): Notice => ({
  ...{ id: `019b0000-0000-7000-8000-00000000000${nth}`, title: `Mitteilung ${nth}`, text: '', href: null },
  ...{ created_at: `2026-03-0${nth}T08:00:00Z`, read: false },
  ...about,
});
const props = { name: 'notices', params: {}, search: '', from: null } as never;

/** Fake API that stores which notices were read. */
function portal(...items: Notice[]) {
  let kept = items;
  const unread = () => kept.filter(({ read }) => !read);
  return fakeApi(
    on(notices.list, ({ query }) => {
      const asked = query.unread === 'true' ? unread() : kept;
      return { items: asked, total: asked.length, offset: 0, limit: 20, unread: unread().length };
    }),
    on(notices.setRead, ({ params, body }) => {
      kept = kept.map((each) => (each.id === params.id ? { ...each, ...(body as { read: boolean }) } : each));
      return { unread: unread().length };
    }),
    on(notices.markAllRead, () => {
      kept = kept.map((each) => ({ ...each, read: true }));
      return { ok: true as const };
    }),
  );
}

async function opened() {
  const { to } = portal(notice(2, { href: '/class/7', text: 'Sie sind in der Klasse 7a.' }), notice(1));
  const go = vi.fn();
  await show(<Screen {...(props as object as Parameters<typeof Screen>[0])} go={go} />);
  return { to, go };
}

it('marks a notice as read when the user opens it', async () => {
  const { to, go } = await opened();
  fireEvent.click(await screen.findByRole('link', { name: 'Mitteilung 2' }));
  expect(go).toHaveBeenCalledWith('/class/7');
  // The notices use the language of the page, not the language of the mails.
  expect(to(notices.list)[0]!.query).toMatchObject({ lang: 'de' });
  const again = await screen.findByRole('button', { name: 'Als ungelesen markieren: Mitteilung 2' });
  expect(screen.getAllByText('Neu')).toHaveLength(1);
  fireEvent.click(again);
  await waitFor(() => expect(screen.getAllByText('Neu')).toHaveLength(2));
});

it('marks as read only notices up to the newest one displayed', async () => {
  const { to } = await opened();
  await waitFor(() => expect(screen.getAllByText('Neu')).toHaveLength(2));
  fireEvent.click(screen.getByRole('button', { name: 'Alle als gelesen' }));
  await waitFor(() => expect(screen.queryByText('Neu')).toBeNull());
  // Notices that arrive later stay unread.
  expect(to(notices.markAllRead)[0]!.body).toEqual({ until: '2026-03-02T08:00:00Z' });
  fireEvent.click(screen.getByRole('button', { name: 'Ungelesen' }));
  expect(await screen.findByText('Alles gelesen')).toBeDefined();
});

it('updates the unread count when a notice arrives', async () => {
  const streams: { onmessage: (event: { data: string }) => void; close: () => void }[] = [];
  vi.stubGlobal(
    'EventSource',
    class {
      static CLOSED = 2;
      onmessage = () => {};
      close = () => {};
      constructor() {
        streams.push(this);
      }
    },
  );
  const { to } = portal(notice(1));
  await show(
    <>
      <Bell here={false} />
      <Screen {...(props as object as Parameters<typeof Screen>[0])} go={() => {}} />
    </>,
  );
  expect(screen.getByRole('link', { name: 'Mitteilungen' })).toBeDefined();
  await screen.findByText('Mitteilung 1');
  const before = to(notices.list).length;
  const say = (unread: number) => streams.at(-1)!.onmessage({ data: JSON.stringify({ unread }) });
  say(3);
  expect(await screen.findByRole('link', { name: 'Mitteilungen, 3 ungelesen' })).toBeDefined();
  await waitFor(() => expect(to(notices.list).length).toBeGreaterThan(before));
  say(120);
  expect(await screen.findByText('99+')).toBeDefined();
});

it('keeps a notice unread if the server does not respond', async () => {
  fakeApi(
    on(notices.list, { items: [notice(1)], total: 1, offset: 0, limit: 20, unread: 1 }),
    on(notices.setRead, new AppError('unavailable')),
  );
  await show(<Screen {...(props as object as Parameters<typeof Screen>[0])} go={() => {}} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Als gelesen markieren: Mitteilung 1' }));
  expect(await screen.findByText('Neu')).toBeDefined();
});

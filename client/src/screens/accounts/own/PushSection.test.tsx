/** Tests of push notifications in this browser. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { push, type Browser } from '@fundus/contract/notices/push';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { PUSH_TIMEOUT_MS } from '../../../stores/push.ts';
import { PushSection } from './PushSection.tsx';

const KEYS = { p256dh: 'A'.repeat(87), auth: 'B'.repeat(22) };
const HERE = 'https://push.example/here';
const browser = (nth: number, endpoint: string, device = 'Firefox, Windows'): Browser => ({
  id: `019b0000-0000-7000-8000-00000000000${nth}`,
  ...{ endpoint, device, created_at: '2026-03-02T08:00:00Z' },
});

/** Stubs a browser that supports push notifications and answers the permission prompt with `says`. */
function stubBrowser(says: NotificationPermission) {
  let made: { endpoint: string; toJSON: () => object; unsubscribe: () => Promise<boolean> } | null = null;
  const subscription = {
    endpoint: HERE,
    toJSON: () => ({ keys: KEYS }),
    unsubscribe: async (): Promise<boolean> => {
      made = null;
      return true;
    },
  };
  const subscribe = vi.fn(async () => (made = subscription));
  const registration = { active: { state: 'activated' }, pushManager: { getSubscription: async () => made, subscribe } };
  const notification = {
    permission: 'default' as NotificationPermission,
    requestPermission: vi.fn(async () => (notification.permission = says)),
  };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  const register = vi.fn(async () => registration);
  vi.stubGlobal('navigator', Object.assign(navigator, { serviceWorker: { register, getRegistration: async () => registration } }));
  return { notification, register, subscribe, made: subscription };
}
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function api(...known: Browser[]) {
  let items = known;
  return fakeApi(
    on(accounts.userinfo, person()),
    on(push.browsers, () => ({ key: 'BB', items })),
    on(push.addBrowser, ({ body }) => {
      const added = browser(1, (body as { endpoint: string }).endpoint);
      items = [...items, added];
      return added;
    }),
    on(push.removeBrowser, ({ params }) => {
      items = items.filter(({ id }) => id !== params.id);
      return { ok: true as const };
    }),
  );
}
const here = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'In diesem Browser anzeigen' });

it('asks for permission only after the user turns notifications on', async () => {
  const { notification, register, subscribe } = stubBrowser('granted');
  const { to } = api(browser(2, 'https://push.example/phone', 'Safari, iPhone'));
  await show(<PushSection />);
  const box = await here();
  expect(box.checked).toBe(false);
  expect(notification.requestPermission).not.toHaveBeenCalled();
  expect(register).not.toHaveBeenCalled();
  fireEvent.click(box);
  await waitFor(() => expect(box.checked).toBe(true));
  expect(register).toHaveBeenCalledWith('/assets/push-worker.js', { scope: '/assets/' });
  expect(subscribe).toHaveBeenCalledWith(expect.objectContaining({ userVisibleOnly: true }));
  expect(to(push.addBrowser).map(({ body }) => body)).toEqual([{ endpoint: HERE, ...KEYS }]);
  fireEvent.click(box);
  await waitFor(() => expect(box.checked).toBe(false));
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Beenden: Safari, iPhone' })));
  await waitFor(() => expect(screen.queryByText(/Safari, iPhone/)).toBeNull());
  expect(to(push.removeBrowser).map(({ params }) => params.id)).toEqual([browser(1, '').id, browser(2, '').id]);
});

it('registers nothing if the user denies permission', async () => {
  const { register } = stubBrowser('denied');
  const { to } = api();
  await show(<PushSection />);
  fireEvent.click(await here());
  expect(await screen.findByText(/lässt keine Mitteilungen des Portals zu/)).toBeDefined();
  expect(register).not.toHaveBeenCalled();
  expect(to(push.addBrowser)).toEqual([]);
});

it('allows a retry if the push service does not respond', async () => {
  const { subscribe } = stubBrowser('granted');
  const { to } = api();
  await show(<PushSection />);
  const box = await here();
  let answer!: (made: unknown) => void;
  subscribe.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)) as never);
  vi.useFakeTimers();
  await act(async () => void fireEvent.click(box));
  await act(() => vi.advanceTimersByTimeAsync(PUSH_TIMEOUT_MS - 100));
  expect(box.disabled).toBe(true);
  expect(screen.getByText(/Warten auf den Browser/)).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(screen.getByText(/ist nicht erreichbar/)).toBeDefined();
  expect([box.disabled, box.checked]).toEqual([false, false]);
  // A subscription that arrives too late is removed.
  const unsubscribe = vi.fn(async () => true);
  await act(async () => answer({ unsubscribe }));
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(to(push.addBrowser)).toEqual([]);
  vi.useRealTimers();
  fireEvent.click(box);
  await waitFor(() => expect(box.checked).toBe(true));
  expect(screen.queryByText(/ist nicht erreichbar/)).toBeNull();
  expect(to(push.addBrowser)).toHaveLength(1);
});

it('deletes the subscription on the server even if the push service does not respond', async () => {
  const { made } = stubBrowser('granted');
  const { to } = api();
  await show(<PushSection />);
  const box = await here();
  fireEvent.click(box);
  await waitFor(() => expect(box.checked).toBe(true));
  made.unsubscribe = () => new Promise(() => undefined);
  vi.useFakeTimers();
  await act(async () => void fireEvent.click(box));
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect([box.disabled, box.checked]).toEqual([false, false]);
  expect(to(push.removeBrowser)).toHaveLength(1);
});

it('shows a message if the browser does not support push notifications', async () => {
  api();
  await show(<PushSection />);
  expect(await screen.findByText('Dieser Browser unterstützt keine Mitteilungen.')).toBeDefined();
});

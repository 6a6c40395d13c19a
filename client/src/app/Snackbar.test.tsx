import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { closeSnackbar, showSnackbar } from '../stores/snackbar.ts';
import { show } from '../testing/render.tsx';
import { Snackbar } from './Snackbar.tsx';

async function shown(action?: { label: string; run: () => void }): Promise<HTMLElement> {
  closeSnackbar();
  await show(<Snackbar />);
  vi.useFakeTimers();
  act(() => showSnackbar({ text: 'Gemerkt', action }));
  return screen.getByText('Gemerkt').parentElement!;
}
const gone = () => screen.queryByText('Gemerkt') === null;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const swipe = (element: HTMLElement, by: number) => {
  fireEvent.pointerDown(element, { clientX: 200 });
  fireEvent.pointerMove(element, { clientX: 200 + by });
  fireEvent.pointerUp(element, { clientX: 200 + by });
};

describe('Snackbar', () => {
  it('closes after 5000 ms', async () => {
    await shown();
    pass(4999);
    expect(gone()).toBe(false);
    pass(1);
    expect(gone()).toBe(true);
  });

  it('waits while it is pointed at or holds the focus', async () => {
    const bar = await shown();
    fireEvent.pointerEnter(bar);
    pass(60_000);
    expect(gone()).toBe(false);
    fireEvent.pointerLeave(bar);
    fireEvent.focus(screen.getByRole('button', { name: 'Schließen' }));
    pass(60_000);
    expect(gone()).toBe(false);
    fireEvent.blur(screen.getByRole('button', { name: 'Schließen' }));
    pass(5000);
    expect(gone()).toBe(true);
  });

  it.each([51, -51])('closes by a swipe of %i px', async (by) => {
    swipe(await shown(), by);
    expect(gone()).toBe(true);
  });

  it.each([50, -50, 10])('stays after a swipe of %i px', async (by) => {
    swipe(await shown(), by);
    expect(gone()).toBe(false);
  });

  it('has a button, and its action closes it', async () => {
    const run = vi.fn();
    await shown({ label: 'Rückgängig', run });
    fireEvent.click(screen.getByText('Rückgängig'));
    expect(run).toHaveBeenCalledOnce();
    expect(gone()).toBe(true);
    act(() => showSnackbar({ text: 'Gemerkt' }));
    fireEvent.click(screen.getByRole('button', { name: 'Schließen' }));
    expect(gone()).toBe(true);
  });

  it('is a status, shows the newest message, and an old timer does not close it', async () => {
    await shown();
    pass(4000);
    act(() => showSnackbar({ text: 'Entfernt' }));
    pass(2000);
    expect(screen.getByRole('status').textContent).toContain('Entfernt');
    expect(gone()).toBe(true);
  });
});

import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { closeSnackbar, showSnackbar } from '../../stores/snackbar.ts';
import { show } from '../../testing/render.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Snackbar } from './Snackbar.tsx';

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Öffnen</button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Dialog" closeLabel="Dialog schließen">
        <button onClick={() => showSnackbar({ text: 'Hinzugefügt' })}>Hinzufügen</button>
      </Dialog>
      <Snackbar />
    </>
  );
}

/** Dialog that is unmounted by the click that also shows its success message. */
function Closing() {
  const [open, setOpen] = useState(true);
  const save = () => {
    showSnackbar({ text: 'Gespeichert' });
    setOpen(false);
  };
  return (
    <>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title="Dialog" closeLabel="Dialog schließen">
          <button onClick={save}>Speichern</button>
        </Dialog>
      )}
      <Snackbar />
    </>
  );
}

async function shown(action?: { label: string; run: () => void }): Promise<HTMLElement> {
  closeSnackbar();
  await show(<Page />);
  vi.useFakeTimers();
  act(() => showSnackbar({ text: 'Gemerkt', action }));
  return screen.getByText('Gemerkt').closest<HTMLElement>('.snackbar')!;
}
const gone = () => screen.queryByText('Gemerkt') === null;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const swipe = (element: HTMLElement, by: number) => {
  fireEvent.pointerDown(element, { clientX: 200 });
  fireEvent.pointerMove(element, { clientX: 200 + by });
  fireEvent.pointerUp(element, { clientX: 200 + by });
};
const dialogOf = (element: Element | null) => element?.closest('dialog')?.getAttribute('aria-labelledby') ?? null;

describe('Snackbar', () => {
  it('closes after 5000 ms', async () => {
    await shown();
    pass(4999);
    expect(gone()).toBe(false);
    pass(1);
    expect(gone()).toBe(true);
  });

  it('stays open while it is hovered or focused', async () => {
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

  it.each([51, -51])('closes after a swipe of %i px', async (by) => {
    swipe(await shown(), by);
    expect(gone()).toBe(true);
  });

  it.each([50, -50, 10])('stays open after a swipe of %i px', async (by) => {
    swipe(await shown(), by);
    expect(gone()).toBe(false);
  });

  it('closes when the user presses its action or close button', async () => {
    const run = vi.fn();
    await shown({ label: 'Rückgängig', run });
    fireEvent.click(screen.getByText('Rückgängig'));
    expect(run).toHaveBeenCalledOnce();
    expect(gone()).toBe(true);
    act(() => showSnackbar({ text: 'Gemerkt' }));
    fireEvent.click(screen.getByRole('button', { name: 'Schließen' }));
    expect(gone()).toBe(true);
  });

  it('shows each new message for a full 5000 ms', async () => {
    await shown();
    pass(4000);
    act(() => showSnackbar({ text: 'Entfernt' }));
    pass(2000);
    expect(screen.getByRole('status').textContent).toContain('Entfernt');
    expect(gone()).toBe(true);
  });

  it('receives focus on F8 and returns it on close', async () => {
    await shown({ label: 'Rückgängig', run: () => {} });
    const button = screen.getByRole('button', { name: 'Öffnen' });
    button.focus();
    fireEvent.keyDown(button, { key: 'F8' });
    expect(document.activeElement?.textContent).toBe('Rückgängig');
    fireEvent.click(document.activeElement!);
    expect(document.activeElement).toBe(button);
  });

  it('announces the message in an existing live region of the open dialog', async () => {
    closeSnackbar();
    await show(<Page />);
    fireEvent.click(screen.getByRole('button', { name: 'Öffnen' }));
    const region = screen.getByRole('status', { hidden: true });
    expect(dialogOf(region)).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Hinzufügen', hidden: true }));
    expect(region.textContent).toContain('Hinzugefügt');
  });

  it('appears on the page if the dialog closes at the same time', async () => {
    closeSnackbar();
    await show(<Closing />);
    fireEvent.click(screen.getByRole('button', { name: 'Speichern', hidden: true }));
    expect(dialogOf(screen.getByText('Gespeichert'))).toBeNull();
  });

  it('moves to the page when the dialog closes, without restarting its timer', async () => {
    await shown();
    fireEvent.click(screen.getByRole('button', { name: 'Öffnen' }));
    expect(dialogOf(screen.getByText('Gemerkt'))).not.toBeNull();
    pass(3000);
    fireEvent.click(screen.getByRole('button', { name: 'Dialog schließen', hidden: true }));
    expect(dialogOf(screen.getByText('Gemerkt'))).toBeNull();
    pass(1999);
    expect(gone()).toBe(false);
    pass(1);
    expect(gone()).toBe(true);
  });
});
